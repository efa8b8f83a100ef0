import { useState } from 'react';
import { island } from 'sitegen';

/** Copies the code in the same figure. */
function CopyCode() {
  const [copied, setCopied] = useState(false);

  async function copy(button: HTMLElement) {
    await navigator.clipboard.writeText(button.closest('figure')?.querySelector('code')?.textContent ?? '');
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  }

  return (
    <button type="button" className="copy-code needs-script" onClick={(event) => void copy(event.currentTarget)}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  );
}

export default island('copy-code', CopyCode);
