import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { island } from 'sitegen';

const client = new QueryClient();
let times = 0;

function Answer() {
  const { data = 'loading', refetch } = useQuery({
    queryKey: ['answer'],
    queryFn: async () => `Answer ${(times += 1)}`,
  });
  return <button onClick={() => void refetch()}>{data}</button>;
}

export default island('react-query', () => (
  <QueryClientProvider client={client}>
    <Answer />
  </QueryClientProvider>
));
