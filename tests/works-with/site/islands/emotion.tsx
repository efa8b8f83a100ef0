import styled from '@emotion/styled';
import { useState } from 'react';
import { island } from 'sitegen';

const Button = styled('button', { shouldForwardProp: (name) => name !== 'on' })`
  color: ${({ on }) => (on ? 'rgb(0, 128, 0)' : 'rgb(255, 0, 0)')};
`;

function Toggle() {
  const [on, setOn] = useState(false);
  return (
    <Button on={on} onClick={() => setOn(!on)}>
      {on ? 'On' : 'Off'}
    </Button>
  );
}

export default island('emotion', Toggle);
