import type { Meta } from '../../api/contract.ts';
import { describeMissedIslands } from '../../check/check-island-layout.ts';
import { checkPage, describeLostAlternates, describeLostNoindex, describeLostScript } from '../../check/check-page.ts';
import { forbidsStyle } from '../../check/content-policy.ts';
import { describeFailures, describeHtml, describeProblems } from '../../check/describe-problems.ts';
import { inspectPage, readStyles } from '../../check/html/inspect-html.ts';
import { TARGETS } from '../../check/html/targets.ts';
import { isAdjustable, type Diagnostic } from '../../shared/diagnostics.ts';
import type { Route } from '../../shared/model.ts';
import type { HtmlFacts } from '../../shared/page-facts.ts';
import type { JobResult, PageJob, RenderSetup } from '../../shared/page-tasks.ts';
import type { Awaited } from '../../islands/server/render-context.ts';
import { describeLostStyles } from '../../react/generated-styles.ts';
import { runJob } from './heartbeat.ts';
import { loadPage, preparePage, type PreparedPage } from './load-page.ts';
import { toIsoDate } from '../../shared/iso-date.ts';
import { whyUnpublished } from '../../shared/unpublished.ts';
import { encodePlain } from '../../shared/plain-data.ts';
import { setImmediate } from 'node:timers/promises';
import { renderPage, type IslandUse, type PageInput, type Passes, type RenderedPage } from './render-page.ts';
import { withTimeout } from './task-loop.ts';
import type { CardDrawing } from './share-cards.ts';
import { writePage } from './write-page.ts';
import { writeText } from './write-text.ts';

/** The islands of the last page of each module, which the next one probably contains as well. Owned by the worker thread. */
const lastIslands = new Map<string, IslandUse>();

const NO_ISLANDS: IslandUse = { islands: [], eager: new Set() };

/**
 * Loads, renders, checks and writes a page.
 *
 * @param index of the job in its task
 */
export async function renderJob(
  setup: RenderSetup,
  job: PageJob,
  index: number,
  cards: CardDrawing,
): Promise<JobResult> {
  const { route } = job;
  const nothing = { job: index, written: [], problems: [], pictures: [] };
  try {
    const loaded = await loadPage(setup, job, index);
    const unpublished = whyUnpublished(loaded.meta, setup.publishing.at);
    if (unpublished !== undefined && !setup.publishing.showsAll)
      return { ...nothing, unpublished, problems: loaded.mistakes };
    const prepared = await preparePage(setup, job, { ...loaded, unpublished }, index);
    const { input, alternates, card } = prepared;
    const { html, record, facts, errors, others } = await renderAndInspect(setup, job, index, prepared);
    if (card !== undefined) cards.add(index, card);
    const contents = Buffer.from(html);
    const isWritten = writePage(setup.target, route.output, contents);
    const text = await writeText(setup, route, { html, title: input.meta.title, noindex: facts.noindex });
    return {
      job: index,
      ...(setup.target === undefined && { html }),
      facts: {
        size: { raw: contents.length },
        ...facts,
        ...factsOfMeta(setup, input.meta),
        ...(alternates && { alternates }),
        ...(card && { card: card.output }),
        ...text.facts,
        ...(record.content.length > 0 && { content: record.content }),
        ...(others.length > 0 && { diagnostics: others }),
      },
      written: [...(isWritten ? [route.output] : []), ...text.written],
      problems: [...loaded.mistakes, ...errors],
      pictures: record.pictures?.used.map((picture) => ({ ...picture, page: route.path })) ?? [],
    };
  } catch (error) {
    return { ...nothing, problems: describeFailures(setup.root, route.source, error).map(withTarget) };
  }
}

/** React's own errors have no place. */
function withTarget(failure: Diagnostic): Diagnostic {
  const { code, place } = failure;
  return code === 'page-failed' && place?.line === undefined ? { ...failure, target: TARGETS.failure } : failure;
}

/** Returns the facts to keep from a page's `meta`. */
function factsOfMeta({ keepsMeta }: RenderSetup, meta: Meta) {
  const updated = toIsoDate(meta.updated);
  return {
    ...(updated !== undefined && { updated }),
    ...(keepsMeta && { meta: encodePlain(meta, 'meta') }),
  };
}

/**
 * Renders a page, and reads its HTML.
 *
 * The head links to the text, so a page that turns out not to be listed is rendered again.
 *
 * @param index of the job in its task
 * @throws what the components throw
 */
export async function renderAndInspect(setup: RenderSetup, job: PageJob, index: number, prepared: PreparedPage) {
  const { input } = prepared;
  const rendered = await renderWithGuess(setup, job, index, input);
  const described = describePage(setup, job.route, rendered, prepared);
  if (input.text === undefined || !described.facts.noindex) return { ...rendered, ...described };
  const unlisted = { ...prepared, input: { ...input, text: undefined } };
  const again = await renderWithGuess(setup, job, index, unlisted.input);
  return { ...again, ...describePage(setup, job.route, again, unlisted) };
}

async function renderWithGuess(
  { seconds }: RenderSetup,
  { module }: PageJob,
  index: number,
  input: PageInput,
): Promise<RenderedPage> {
  const { run, wait, end } = createPasses(index, seconds);
  try {
    const rendered = await renderPage(input, lastIslands.get(module) ?? NO_ISLANDS, { run, wait });
    const { islands, eager } = rendered.record;
    lastIslands.set(module, { islands, eager });
    return rendered;
  } finally {
    end();
  }
}

/**
 * Creates the passes of a page, and `end`, to call after the last one.
 *
 * @param index of the job in its task
 * @param seconds the limit for all async components together
 */
function createPasses(index: number, seconds: number) {
  let current: readonly Awaited[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  /** The components that have no result yet: `<Post>, <Comments>` */
  const names = () => {
    const open = current.filter(({ outcome }) => outcome === undefined);
    return [...new Set((open.length > 0 ? open : current).map(({ name }) => name))].join(', ');
  };
  /** Rejects when the page takes too long. Most pages wait for nothing, and need no timer. */
  let limit: Promise<void> | undefined;
  const startLimit = () => {
    const limited = withTimeout(seconds, ended, () => `${names()} did not resolve`);
    limited.catch(() => {}); // the next wait throws it
    return limited;
  };
  const passes: Passes = {
    run: (pass) => runJob(index, pass),
    wait: async (waiting) => {
      current = waiting;
      limit ??= startLimit();
      await Promise.race([limit, Promise.all(waiting.map(({ settled }) => settled))]);
      await setImmediate(); // lets time count even if components keep rendering others
    },
  };
  return { ...passes, end };
}

/** Returns the facts and problems of a page: recorded while it was rendered, and found in its HTML. */
function describePage(
  setup: RenderSetup,
  route: Route,
  { html, record }: RenderedPage,
  { input }: PreparedPage,
): {
  readonly facts: HtmlFacts['facts'];
  readonly errors: readonly Diagnostic[];
  readonly others: readonly Diagnostic[];
} {
  const { root, shellSource, styleLibraries, childRules } = setup;
  const { meta, script } = input;
  const read = inspectPage(html);
  const { contentPolicy, title: actualTitle } = read.facts;
  const explained = new Set(record.problems.flatMap(({ image }) => image ?? []));
  const images = read.facts.images.map((image) =>
    image.size === undefined && explained.has(image.src) ? { ...image, isExplained: true } : image,
  );
  const facts = { ...read.facts, images, noindex: read.facts.noindex || meta.noindex === true };
  const isStyleAllowed = !forbidsStyle(contentPolicy);
  const recorded = record.problems.filter(({ code, title }) => {
    return !(code === 'style-blocked' && isStyleAllowed) && (title === undefined || title === actualTitle);
  });
  const diagnostics = [
    ...describeProblems(root, route, recorded),
    ...describeHtml(route, read, setup),
    ...checkPage(route, { ...read, facts }),
    ...(record.islands.length > 0 ? describeMissedIslands(route, html, childRules) : []),
    ...(meta.noindex ? describeLostNoindex(route, read) : []),
    ...(script !== undefined && record.islands.length > 0 ? describeLostScript(shellSource, html, script) : []),
    ...describeLostAlternates(route, read, input.alternates),
    ...(styleLibraries.length > 0 ? describeLostStyles(route, styleLibraries, readStyles(html)) : []),
  ];
  const isFatal = ({ code, severity }: Diagnostic) => severity === 'error' && !isAdjustable(code);
  return {
    facts,
    errors: diagnostics.filter(isFatal),
    others: diagnostics.filter((diagnostic) => !isFatal(diagnostic)),
  };
}
