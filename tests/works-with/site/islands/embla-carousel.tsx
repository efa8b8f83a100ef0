import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useState } from 'react';
import { island } from 'sitegen';

function Carousel() {
  const [viewport, embla] = useEmblaCarousel();
  const [selected, setSelected] = useState(0);
  useEffect(() => {
    embla?.on('select', () => setSelected((index) => index + 1));
  }, [embla]);
  return (
    <>
      <div ref={viewport} style={{ overflow: 'hidden' }}>
        <div style={{ display: 'flex' }}>
          <div style={{ flex: '0 0 100%' }}>One</div>
          <div style={{ flex: '0 0 100%' }}>Two</div>
        </div>
      </div>
      <button onClick={() => (embla?.goToNext ?? embla?.scrollNext)?.call(embla)}>Next</button>
      <p>Slide {selected + 1}</p>
    </>
  );
}

export default island('embla-carousel', Carousel);
