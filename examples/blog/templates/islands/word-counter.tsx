import { useState } from 'react';
import { island } from 'sitegen';
import { readingTime } from '../reading-time.ts';

/** An island: a component that is hydrated in the browser. Only pages that contain one load JavaScript. */
function WordCounter({ sample }: { readonly sample: string }) {
  const [text, setText] = useState(sample);
  const { words, minutes } = readingTime(text);
  return (
    <div className="panel">
      <label className="grid gap-2 font-sans font-semibold">
        Your text
        <textarea rows={5} value={text} onInput={(event) => setText(event.currentTarget.value)} className="field" />
      </label>
      <output className="mt-3 block font-sans">
        {words} {words === 1 ? 'word' : 'words'}, {minutes} min
      </output>
    </div>
  );
}

export default island('word-counter', WordCounter);
