import { describeProblem } from '../../check/describe-problems.ts';
import { TARGETS, mayBeOnce } from '../../check/html/targets.ts';
import type { PageRecord } from '../../islands/server/render-context.ts';
import { placeOf, placeOfOwners, numberOf, type PlaceNumber } from '../../react/locate.ts';
import type { LocatedPage, LocatedPlace, PageJob, RenderSetup } from '../../shared/page-tasks.ts';
import { whyUnpublished } from '../../shared/unpublished.ts';
import { loadPage, preparePage } from './load-page.ts';
import { locateFailure } from './locate-failure.ts';
import { renderAndInspect } from './render-job.ts';
import type { Element } from '../../check/html/html-elements.ts';
import type { StartTag } from '../../check/html/html-tokenizer.ts';
import { inspectPage } from '../../check/html/inspect-html.ts';

/**
 * Renders a page once more, in a worker in locating mode. Nothing is written, and all but the places is dropped.
 *
 * @param index of the job in its task
 * @param keys the elements to find
 */
export async function locatePage(
  setup: RenderSetup,
  job: PageJob,
  index: number,
  keys: readonly string[],
): Promise<LocatedPage> {
  try {
    const loaded = await loadPage(setup, job, index);
    const unpublished = whyUnpublished(loaded.meta, setup.publishing.at);
    const prepared = await preparePage(setup, job, { ...loaded, unpublished }, index);
    const { html, record } = await renderAndInspect(setup, job, index, prepared);
    const found = locateInHtml(html, new Set(keys));
    const around = [setup.shellSource, ...job.layouts.map(({ source }) => source)];
    const recorded = locateRecorded(setup.root, job, record);
    return Object.fromEntries(
      keys.map((key) => {
        const inHtml = found.get(key)?.map((numbers) => findPlace(setup.root, numbers, around)) ?? [];
        return [key, [...inHtml, ...(recorded.get(key) ?? [])].filter((place) => place !== undefined)];
      }),
    );
  } catch (error) {
    const place = await locateFailure(setup.root, error).catch(() => undefined);
    return place === undefined ? {} : { [TARGETS.failure]: [place] }; // the page file is the place of all others
  }
}

/** @param around the files of the shell and of layouts: their elements are around all pages, whoever made the mistake */
function findPlace(root: string, [own, ...outer]: Around, around: readonly string[]): LocatedPlace | undefined {
  const ownPlace = own && placeOf(root, own.number);
  if (ownPlace !== undefined) return ownPlace;
  for (const { number, hasHtml } of outer) {
    const found = placeOf(root, number);
    if (found !== undefined && (hasHtml || !around.includes(found.place.file))) return found;
  }
  return undefined;
}

/** The places of problems that components have recorded: where they are used. */
function locateRecorded(root: string, { route }: PageJob, { problems }: PageRecord) {
  const found = new Map<string, LocatedPlace[]>();
  for (const problem of problems) {
    const key = describeProblem(root, route, problem)?.target;
    const place = placeOfOwners(root, problem.owners);
    if (key !== undefined && place !== undefined) found.set(key, [...(found.get(key) ?? []), place]);
  }
  return found;
}

/** The numbers of an element and of those around it, innermost first. The first is `undefined` if it has none itself. */
type Around = readonly [PlaceNumber | undefined, ...PlaceNumber[]];

/** React moves elements into these. */
const OUTER = /^(?:html|head|body)$/;

/**
 * Finds the elements that problems are about.
 *
 * @param html of locating mode
 * @param keys from `TARGETS`
 * @returns by key, each occurrence. The first of those that a page may have once is left out
 */
function locateInHtml(html: string, keys: ReadonlySet<string>): ReadonlyMap<string, readonly Around[]> {
  const found = new Map<string, Around[]>();
  /** Outermost first. */
  const open: StartTag[] = [];
  let current: StartTag | undefined;
  inspectPage(html, {
    onStart(tag) {
      if (current !== undefined && !current.isEmpty) open.push(current);
      current = tag;
    },
    onEnd(element: Element) {
      if (current !== undefined && !current.isEmpty) open.push(current);
      current = undefined;
      const index = open.findLastIndex((tag) => tag.element === element);
      if (index !== -1) open.length = index;
    },
    onTarget(key, target = current) {
      if (!keys.has(key)) return;
      const outer = open.filter(({ element }) => !OUTER.test(element.name)).toReversed();
      const around: Around = [
        target && numberOf(target.attributes),
        ...outer.flatMap((tag) => numberOf(tag.attributes) ?? []),
      ];
      found.set(key, [...(found.get(key) ?? []), around]);
    },
  });
  return new Map([...found].map(([key, all]) => [key, mayBeOnce(key) ? all.slice(1) : all]));
}
