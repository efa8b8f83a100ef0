import { useToggle } from 'react-use';
import { island } from 'sitegen';

function Toggle() {
  const [on, toggle] = useToggle(false);
  return <button onClick={() => toggle()}>{on ? 'On' : 'Off'}</button>;
}

export default island('react-use', Toggle);
