import { atom, useAtom } from 'jotai';
import { island } from 'sitegen';

const countAtom = atom(0);

function Counter() {
  const [count, setCount] = useAtom(countAtom);
  return <button onClick={() => setCount(count + 1)}>Count {count}</button>;
}

export default island('jotai', Counter);
