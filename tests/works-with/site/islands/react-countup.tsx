import { useState } from 'react';
import CountUp from 'react-countup';
import { island } from 'sitegen';

function Figures() {
  const [end, setEnd] = useState(10);
  return (
    <button onClick={() => setEnd(500)}>
      <CountUp end={end} duration={0.1} />
    </button>
  );
}

export default island('react-countup', Figures);
