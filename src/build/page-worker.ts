/** The entry of a thread: makes pages, and writes them where they are to be published from. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CardModule, PageModule, ShareCard, ShellModule } from '../contract.ts';
import type { Diagnostic, PageFacts, PageProblem, Route, Size } from '../model.ts';
import { isErrorPage } from '../paths.ts';
import { placeholderCalls } from '../placeholder.ts';
import { frameInStack } from '../stack.ts';
import { CARD_SIZE, renderCard, writeCard, type Card } from './draw-card.ts';
import { inspectPage } from './inspect-page.ts';
import { loadData } from './load-data.ts';
import { measurePage } from './measure-files.ts';
import { describeFailure, describeHtml, describeIsland, describeProblem, forbidsStyle } from './page-problems.ts';
import { renderPage, type PageInput } from './render-page.ts';
import { answerTasks } from './threads.ts';
import type { IslandsTask, RenderSetup, RenderTask, Rendered } from '../tasks.ts';

/** The islands of the last page that a page file has made: the next one from it probably holds the same. */
const lastIslands = new Map<string, readonly string[]>();

process.setSourceMapsEnabled(true);

answerTasks<RenderTask | IslandsTask, Rendered | readonly Diagnostic[]>((task, reachPart) =>
  'jobs' in task ? makePages(task, reachPart) : checkIslands(task),
);

async function makePages({ setup, jobs }: RenderTask, reachPart: (part: number) => void): Promise<Rendered> {
  const pages: PageFacts[] = [];
  const problems: PageProblem[] = [];
  /** The cards that are being drawn meanwhile, each of them once, though pages may share it. */
  const drawings = new Map<string, { readonly route: Route; readonly drawn: Promise<void> }>();
  for (const [index, { route, module }] of jobs.entries()) {
    reachPart(index);
    try {
      const { facts, diagnostics, card } = await makePage(setup, route, module);
      pages.push(facts);
      problems.push(...diagnostics.map((diagnostic) => ({ route, diagnostic })));
      if (card === undefined || drawings.has(card.output)) continue;
      drawings.set(card.output, { route, drawn: writeCard(setup.staging, card, setup.card?.fonts ?? []) });
    } catch (error) {
      problems.push({ route, diagnostic: describeFailure(setup.root, route.source, error) });
    }
  }
  problems.push(...(await describeUndrawn(setup, [...drawings.values()])));
  const placeholders = placeholderCalls().map(({ what, stack }) => ({
    what,
    place: frameInStack(stack, setup.root)?.place,
  }));
  return { pages, problems, placeholders };
}

/** @returns what is wrong with island files, whether pages use them or not */
async function checkIslands({ root, islands }: IslandsTask): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const { name, source, module } of islands) {
    try {
      const { default: island } = await importModule<{ default?: { islandName?: string } }>(module);
      if (island?.islandName !== name) diagnostics.push(describeIsland(name, source, island?.islandName));
    } catch (error) {
      diagnostics.push(describeFailure(root, source, error));
    }
  }
  return diagnostics;
}

async function makePage(setup: RenderSetup, route: Route, module: string) {
  const ready = await readyPage(setup, route, module);
  const card = await readyCard(setup, ready);
  const input = { ...ready, card: card && shareCard(setup, card) };
  const { html, record } = renderPage(input, lastIslands.get(module) ?? []);
  lastIslands.set(module, record.islands);
  const size = await write(setup, route, html);
  const read = inspectPage(html);
  const isStyleFine = !forbidsStyle(read.contentPolicy);
  const noted = record.problems.filter(({ code, title }) => {
    return !(code === 'style-blocked' && isStyleFine) && (title === undefined || title === read.facts.title);
  });
  const diagnostics = [
    ...noted.map((problem) => describeProblem(setup.root, route, problem)),
    ...describeHtml(route, read),
  ];
  const facts = { route, size, ...(card && { card: card.output }), ...read.facts };
  return { facts, diagnostics, card };
}

/** Loads a page's module and its data. */
async function readyPage(setup: RenderSetup, route: Route, module: string): Promise<Omit<PageInput, 'card'>> {
  const { site, base, runtime, icons, stylesheet, script, preloads } = setup;
  const { default: Shell } = await importModule<ShellModule>(setup.shellModule);
  const page = await importModule<PageModule>(module);
  checkExports(page, Shell);
  const { load } = page;
  const data = load && (await loadData(() => load({ path: route.path })));
  const props = { path: route.path, data };
  const written = typeof page.meta === 'function' ? page.meta(props) : page.meta;
  if (typeof written?.title !== 'string') throw new Error('The `meta` of the page has no title.');
  const meta = isErrorPage(route.output) ? { ...written, noindex: true } : written;
  const canonical = site && !meta.noindex ? new URL(base + route.path.slice(1), site).href : undefined;
  return { Page: page.default, Shell, props, meta, runtime, canonical, icons, stylesheet, script, preloads };
}

/** Only an absolute address can be shared. */
async function readyCard({ card }: RenderSetup, page: Omit<PageInput, 'card'>): Promise<Card | undefined> {
  const { canonical, meta, props } = page;
  if (card === undefined || canonical === undefined) return undefined;
  return renderCard(await importModule<CardModule>(card.module), { path: props.path, meta }, card.fonts);
}

function shareCard({ site, base }: RenderSetup, { output }: Card): ShareCard {
  return { url: new URL(base + output, site).href, ...CARD_SIZE };
}

async function describeUndrawn(
  { root }: RenderSetup,
  drawings: readonly { readonly route: Route; readonly drawn: Promise<void> }[],
): Promise<PageProblem[]> {
  const outcomes = await Promise.allSettled(drawings.map(({ drawn }) => drawn));
  return drawings.flatMap(({ route }, index) => {
    const outcome = outcomes[index];
    if (outcome?.status !== 'rejected') return [];
    const diagnostic = describeFailure(root, 'templates/card.tsx', outcome.reason);
    return [{ route, diagnostic: { ...diagnostic, code: 'card-failed' } }];
  });
}

async function write({ staging, compress }: RenderSetup, route: Route, html: string): Promise<Size> {
  const contents = Buffer.from(html);
  const file = path.join(staging, route.output);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, contents);
  return compress ? measurePage(contents) : { raw: contents.length };
}

async function importModule<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(file).href)) as Module;
}

/** Types say the same, but a build compiles without checking them. */
function checkExports(page: Partial<PageModule>, Shell: unknown): void {
  if (!isComponent(Shell)) throw new Error('templates/shell.tsx has no component as its default export.');
  if (!isComponent(page.default)) throw new Error('The file has no component as its default export.');
  if (!page.meta) throw new Error('The file has no `meta`: export const meta: Meta = { title: "…" };');
}

/** A function, or what `memo` and `forwardRef` make of one. */
function isComponent(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}
