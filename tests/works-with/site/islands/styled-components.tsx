import { useState } from 'react';
import { island } from 'sitegen';
import styled from 'styled-components';

const Button = styled.button`
  color: ${({ $on }) => ($on ? 'rgb(0, 128, 0)' : 'rgb(255, 0, 0)')};
`;

function Toggle() {
  const [on, setOn] = useState(false);
  return (
    <Button $on={on} onClick={() => setOn(!on)}>
      {on ? 'On' : 'Off'}
    </Button>
  );
}

export default island('styled-components', Toggle);
