import { Button, Disclosure, DisclosurePanel, Heading, Switch } from 'react-aria-components';
import { island } from 'sitegen';

function Aria() {
  return (
    <>
      <Disclosure>
        <Heading>
          <Button slot="trigger">More</Button>
        </Heading>
        <DisclosurePanel>Details</DisclosurePanel>
      </Disclosure>
      <Switch>Sound</Switch>
    </>
  );
}

export default island('react-aria', Aria);
