import { useState } from 'react';
import { island } from 'sitegen';

/** An island: a component that is hydrated in the browser. Pages without one load no JavaScript. */
function Counter({ start }: { start: number }) {
  const [count, setCount] = useState(start);
  return (
    <button
      type="button"
      className="rounded-lg bg-accent px-5 py-3 font-semibold text-paper tabular-nums"
      onClick={() => setCount(count + 1)}
    >
      Clicked {count} {count === 1 ? 'time' : 'times'}
    </button>
  );
}

export default island('counter', Counter);
