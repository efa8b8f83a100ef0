import { site } from '../content/site.ts';
import { Fact } from './fact.tsx';

/** What the figures of a section rest on: one note for all of them. */
export function Evidence({ text }: { readonly text: string }) {
  return (
    <p className="gutter max-w-none py-4 text-caption text-muted">
      <Fact text={`${site.evidenceTerm} ${text}`} />
    </p>
  );
}
