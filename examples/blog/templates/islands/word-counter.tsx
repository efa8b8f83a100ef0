import { useState } from 'react';
import { island } from 'sitegen';
import { readingTime } from '../reading-time.ts';

/** An island: a component that is hydrated in the browser. Only pages that contain one load JavaScript. */
function WordCounter({ sample }: { readonly sample: string }) {
  const [text, setText] = useState(sample);
  const { words, minutes } = readingTime(text);
  return (
    <div className="my-7 grid gap-3 rounded-2xl border border-line bg-mist p-5 font-sans">
      <label className="grid gap-2 font-semibold">
        Your text
        <textarea
          rows={5}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          className="rounded-xl border border-quiet bg-paper px-3.5 py-2.5 font-normal"
        />
      </label>
      <output>
        {words} {words === 1 ? 'word' : 'words'}, {minutes} min
      </output>
    </div>
  );
}

export default island('word-counter', WordCounter, { className: 'block' });
