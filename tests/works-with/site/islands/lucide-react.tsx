import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { island } from 'sitegen';

function Theme() {
  const [dark, setDark] = useState(false);
  return (
    <button onClick={() => setDark(!dark)}>{dark ? <Moon aria-label="dark" /> : <Sun aria-label="light" />}</button>
  );
}

export default island('lucide-react', Theme);
