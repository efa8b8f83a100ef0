import { draft, questions } from './words.ts';

/** Marks every page as a draft while a question to the client is open. A site with open questions cannot be released. */
export function DraftRibbon() {
  if (questions.length === 0) return null;
  return (
    <p className="page max-w-none bg-band py-1.5 text-center text-caption print:bg-transparent print:text-start">
      <a
        href="/draft/"
        className="inline-block py-1 text-[#fff] underline print:text-ink print:no-underline underline-offset-4 hover:no-underline"
      >
        {draft.ribbon(questions.length)}
      </a>
    </p>
  );
}
