import { useKeenSlider } from 'keen-slider/react';
import { useState } from 'react';
import { island } from 'sitegen';

function Slides() {
  const [index, setIndex] = useState(0);
  const [box, slider] = useKeenSlider({ slideChanged: ({ track }) => setIndex(track.details.rel) });
  return (
    <>
      <div ref={box} className="keen-slider">
        <div className="keen-slider__slide">One</div>
        <div className="keen-slider__slide">Two</div>
      </div>
      <button onClick={() => slider.current?.next()}>Next</button>
      <p>Slide {index + 1}</p>
    </>
  );
}

export default island('keen-slider', Slides);
