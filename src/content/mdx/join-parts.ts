import { freeIds } from '../elements/document-ids.ts';
import type { DividedSection } from '../elements/words.ts';
import type { MdxFacts, ShownFacts } from './prepare-mdx.ts';

interface Parts {
  /** @returns the file that an import leads to */
  readonly resolve: (file: string, imported: string) => string | undefined;
  readonly factsOf: (file: string) => Promise<MdxFacts>;
}

/**
 * @param taken ids on the page so far. Added to, in the order in which a page renders the documents: see `nameIds`
 * @param around the files that render this one: a part in itself has no end
 */
export async function joinParts(
  file: string,
  { resolve, factsOf }: Parts,
  taken: Set<string> = new Set(),
  around: readonly string[] = [],
): Promise<ShownFacts> {
  const facts = await factsOf(file);
  const names = freeIds(
    facts.headings.map(({ id }) => id),
    (name) => taken.has(name),
  );
  for (const name of names.values()) taken.add(name);
  const sections: DividedSection[] = [];
  const add = ({ heading, text }: DividedSection) => {
    const before = heading === undefined ? sections.pop() : undefined;
    sections.push({ ...before, ...(heading && { heading }), text: joinLines(before?.text, text) });
  };
  const excerpts = new Map<string, string>();
  for (const { part, heading, text } of facts.sections) {
    const found = part === undefined ? undefined : resolve(file, part);
    if (part !== undefined && found !== undefined && ![...around, file].includes(found)) {
      const inner = await joinParts(found, { resolve, factsOf }, taken, [...around, file]);
      inner.sections.forEach(add);
      excerpts.set(part, inner.excerpt);
    }
    if (heading !== undefined) add({ heading: { ...heading, id: names.get(heading.id) ?? heading.id }, text });
    else if (text !== '') add({ text });
  }
  const headings = sections.flatMap(({ heading }) => heading ?? []);
  const excerpt = facts.leading.map((part) => excerpts.get(part)).find(Boolean) ?? facts.excerpt;
  if (excerpts.size === 0) return { text: facts.text, excerpt, sections, headings };
  const lines = sections.map(({ heading, text }) => joinLines(heading?.text, text));
  return { text: joinLines(...lines), excerpt, sections, headings };
}

function joinLines(...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join('\n');
}
