import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { island } from 'sitegen';

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <Button variant="primary" onClick={() => setCount(count + 1)}>
      Count {count}
    </Button>
  );
}

export default island('react-bootstrap', Counter);
