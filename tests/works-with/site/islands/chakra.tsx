import { Button, ChakraProvider, Tabs, defaultSystem } from '@chakra-ui/react';
import { useState } from 'react';
import { island } from 'sitegen';

function Chakra() {
  const [count, setCount] = useState(0);
  return (
    <ChakraProvider value={defaultSystem}>
      <Button onClick={() => setCount(count + 1)}>Clicked {count}</Button>
      <Tabs.Root defaultValue="a">
        <Tabs.List>
          <Tabs.Trigger value="a">First</Tabs.Trigger>
          <Tabs.Trigger value="b">Second</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="a">First panel</Tabs.Content>
        <Tabs.Content value="b">Second panel</Tabs.Content>
      </Tabs.Root>
    </ChakraProvider>
  );
}

export default island('chakra', Chakra);
