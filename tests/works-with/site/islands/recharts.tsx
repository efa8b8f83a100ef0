import { useState } from 'react';
import { Bar, BarChart, XAxis } from 'recharts';
import { island } from 'sitegen';

function Chart() {
  const [names, setNames] = useState(['one', 'two']);
  return (
    <>
      <BarChart width={300} height={200} data={names.map((name, index) => ({ name, value: index + 1 }))}>
        <XAxis dataKey="name" interval={0} />
        <Bar dataKey="value" isAnimationActive={false} />
      </BarChart>
      <button onClick={() => setNames([...names, 'three'])}>Add</button>
    </>
  );
}

export default island('recharts', Chart);
