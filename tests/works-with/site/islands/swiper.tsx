import { useState } from 'react';
import { island } from 'sitegen';
import { Swiper, SwiperSlide } from 'swiper/react';

function Slides() {
  const [swiper, setSwiper] = useState();
  const [index, setIndex] = useState(0);
  return (
    <>
      <Swiper onSwiper={setSwiper} onSlideChange={({ activeIndex }) => setIndex(activeIndex)}>
        <SwiperSlide>One</SwiperSlide>
        <SwiperSlide>Two</SwiperSlide>
      </Swiper>
      <button onClick={() => swiper?.slideNext()}>Next</button>
      <p>Slide {index + 1}</p>
    </>
  );
}

export default island('swiper', Slides);
