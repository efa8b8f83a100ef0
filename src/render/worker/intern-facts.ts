import type { Reference } from '../../shared/model.ts';
import type { PageImage } from '../../shared/page-facts.ts';
import type { JobResult } from '../../shared/page-tasks.ts';

/**
 * The facts of pages repeat each other. Equal references, and equal lists of other facts, become one object, and structured clones
 * keep that, so the main thread holds each of them once per batch.
 *
 * Strings are copied: in V8, a part of a string keeps the whole in memory, which here is the HTML of a page.
 *
 * @returns a function to call with each result of a batch
 */
export function createInterner(): (result: JobResult) => JobResult {
  const references = new Map<string, Reference>();
  const lists = new Map<string, readonly unknown[]>();

  function internReference({ url, from }: Reference): Reference {
    const key = `${from} ${url}`;
    const known = references.get(key);
    if (known !== undefined) return known;
    const copied = { url: copy(url), from };
    references.set(copy(key), copied);
    return copied;
  }

  function internList<Item>(items: readonly Item[], toKey: (item: Item) => string, intern: (item: Item) => Item) {
    const key = items.map(toKey).join('\n');
    const known = lists.get(key);
    if (known !== undefined) return known as readonly Item[];
    const interned = items.map(intern);
    lists.set(copy(key), interned);
    return interned;
  }

  const internFacts = (facts: NonNullable<JobResult['facts']>) => ({
    ...facts,
    title: copy(facts.title),
    description: copy(facts.description),
    contentPolicy: copy(facts.contentPolicy),
    ids: internList(facts.ids, (id) => `id ${id}`, copy),
    images: internList(
      facts.images,
      ({ src, size, hasOthers, isExplained }) =>
        `image ${src} ${size?.width} ${size?.height} ${hasOthers} ${isExplained}`,
      internImage,
    ),
    islands: internList(facts.islands, (name) => `island ${name}`, copy),
    references: facts.references.map(internReference),
  });
  return ({ job, facts, html, unpublished, written, problems, pictures }) => ({
    job,
    ...(html !== undefined && { html }),
    ...(facts && { facts: internFacts(facts) }),
    ...(unpublished && { unpublished }),
    written: orNone(written),
    problems: orNone(problems),
    pictures: orNone(pictures),
  });
}

/** One list for all pages with nothing to report. */
const NONE: readonly never[] = [];

function orNone<Item>(items: readonly Item[]): readonly Item[] {
  return items.length === 0 ? NONE : items;
}

function internImage({ src, ...others }: PageImage): PageImage {
  return { src: copy(src), ...others };
}

function copy(text: string): string {
  return Buffer.from(text).toString();
}
