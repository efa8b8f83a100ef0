import { Accordion, Dialog, Tabs } from 'radix-ui';
import { island } from 'sitegen';

function Radix() {
  return (
    <>
      <Accordion.Root type="single" collapsible>
        <Accordion.Item value="one">
          <Accordion.Header>
            <Accordion.Trigger>Question</Accordion.Trigger>
          </Accordion.Header>
          <Accordion.Content>Answer</Accordion.Content>
        </Accordion.Item>
      </Accordion.Root>
      <Tabs.Root defaultValue="a">
        <Tabs.List>
          <Tabs.Trigger value="a">First</Tabs.Trigger>
          <Tabs.Trigger value="b">Second</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="a">First panel</Tabs.Content>
        <Tabs.Content value="b">Second panel</Tabs.Content>
      </Tabs.Root>
      <Dialog.Root>
        <Dialog.Trigger>Open</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Content aria-describedby={undefined}>
            <Dialog.Title>Opened</Dialog.Title>
            <Dialog.Close>Close</Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}

export default island('radix-ui', Radix);
