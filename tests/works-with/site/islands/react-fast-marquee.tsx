import { useState } from 'react';
import Marquee from 'react-fast-marquee';
import { island } from 'sitegen';

function News() {
  const [playing, setPlaying] = useState(true);
  return (
    <>
      <Marquee play={playing}>News</Marquee>
      <button onClick={() => setPlaying(false)}>{playing ? 'Pause' : 'Paused'}</button>
    </>
  );
}

export default island('react-fast-marquee', News);
