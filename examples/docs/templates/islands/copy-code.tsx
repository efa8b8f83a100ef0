import { useState } from 'react';
import { island } from 'sitegen';

/** Copies the text of a block of code. */
function CopyCode({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  }

  return (
    <button type="button" className="copy-code needs-script" onClick={() => void copy()}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  );
}

export default island('copy-code', CopyCode);
