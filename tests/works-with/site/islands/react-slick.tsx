import { useState } from 'react';
import Slider from 'react-slick';
import { island } from 'sitegen';

function Slides() {
  const [index, setIndex] = useState(0);
  return (
    <>
      <Slider infinite={false} speed={50} arrows={false} dots afterChange={setIndex}>
        <p>One</p>
        <p>Two</p>
      </Slider>
      <p>Slide {index + 1}</p>
    </>
  );
}

export default island('react-slick', Slides);
