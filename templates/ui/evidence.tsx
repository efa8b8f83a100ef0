import { site } from '../content/site.ts';

/** The sources of a section's figures, once they are known. */
export function Evidence({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <p className="mt-6 max-w-[60em] text-caption text-muted">{`${site.evidenceTerm} ${text}`}</p>
  );
}
