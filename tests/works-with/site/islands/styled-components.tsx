import { useState } from 'react';
import { island } from 'sitegen';
import styled from 'styled-components';
import { Styled } from '../components/styled.tsx';

const Button = styled.button`
  color: ${({ $on }) => ($on ? 'rgb(0, 128, 0)' : 'rgb(255, 0, 0)')};
`;

function Toggle() {
  const [on, setOn] = useState(false);
  return (
    <Styled>
      <Button $on={on} onClick={() => setOn(!on)}>
        {on ? 'On' : 'Off'}
      </Button>
    </Styled>
  );
}

export default island('styled-components', Toggle);
