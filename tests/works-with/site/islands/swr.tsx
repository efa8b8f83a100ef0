import { island } from 'sitegen';
import useSWR from 'swr';

let times = 0;

function Answer() {
  const { data = 'loading', mutate } = useSWR('answer', async () => `Answer ${(times += 1)}`, { dedupingInterval: 0 });
  return <button onClick={() => void mutate()}>{data}</button>;
}

export default island('swr', Answer);
