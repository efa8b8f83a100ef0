import { useState } from 'react';
import { island } from 'sitegen';

/** Copies a text, such as the code of a block. */
function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  };
  return (
    <button type="button" onClick={() => void copy()} aria-live="polite" className="copy-button">
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}

export default island('copy-button', CopyButton);
