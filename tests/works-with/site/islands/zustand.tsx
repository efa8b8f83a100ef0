import { island } from 'sitegen';
import { create } from 'zustand';

const useCount = create((set) => ({ count: 0, add: () => set(({ count }) => ({ count: count + 1 })) }));

function Counter() {
  const { count, add } = useCount();
  return <button onClick={add}>Count {count}</button>;
}

export default island('zustand', Counter);
