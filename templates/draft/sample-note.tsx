import { draft, questions } from './words.ts';

/** Stands behind a text. While the text is a sample, it marks it, and leads to the question that has no answer yet. */
export function SampleNote({ text }: { readonly text: string }) {
  const number = questions.findIndex(({ sample }) => sample !== '' && sample === text) + 1;
  return number === 0 ? null : (
    <a
      href={`/draft/#q${number}`}
      className="inline-block py-0.5 text-caption font-normal whitespace-nowrap text-muted underline decoration-dotted underline-offset-4 hover:decoration-solid"
    >
      {draft.sample(number)}
    </a>
  );
}
