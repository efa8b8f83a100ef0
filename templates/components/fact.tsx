import { splitSamples } from '../content/samples.ts';

/** A text of the site, in which the samples of placeholders are marked as pending. */
export function Fact({ text }: { readonly text: string }) {
  return splitSamples(text).map((part) =>
    part.isSample ? (
      <span key={part.text} className="pending">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}
