import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { CardModule, PageModule, PageProps, ShareCard, ShellModule } from '../api/contract.ts';
import { hashOf } from '../core/hash.ts';
import type { PageJob, RenderSetup } from '../core/page-tasks.ts';
import { isErrorPage } from '../core/paths.ts';
import { loadThroughCache } from './data-cache.ts';
import { runJob } from './heartbeat.ts';
import type { PageInput } from './render-page.ts';
import { type Card, CARD_SIZE, renderCard } from './share-cards.ts';
import { trackModule } from './track-reads.ts';

/** A page's module and what it is given, before anything is rendered. */
export interface LoadedPage {
  readonly page: PageModule;
  readonly props: PageProps<unknown, PageJob['params'], unknown>;
  /** Empty where there is no `load`. */
  readonly dataHash: string;
}

/**
 * @param number of the job in its task
 * @throws what the page's module or its `load` throws
 */
export async function loadPage({ dataFolder }: RenderSetup, job: PageJob, number: number): Promise<LoadedPage> {
  const { route, module, params, props: sent, key } = job;
  const page = await importModule<PageModule>(module);
  checkExports(page, route.source);
  const { load } = page;
  const given = { path: route.path, params, props: sent && (deserialize(sent) as unknown) };
  if (load === undefined) return { page, props: { ...given, data: undefined }, dataHash: '' };
  const data = await loadThroughCache(dataFolder, key, () => loadWithRetries(() => runJob(number, () => load(given))));
  return { page, props: { ...given, data }, dataHash: hashData(data) };
}

/** What cannot be copied cannot be compared either: such data is new each time. */
function hashData(data: unknown): string {
  try {
    return hashOf(serialize(data));
  } catch {
    return `${performance.timeOrigin + performance.now()}`;
  }
}

/**
 * Everything that a page's HTML is made of, and the card that it names.
 *
 * @throws when the page has no title, and what its `meta` throws
 */
export async function preparePage(
  setup: RenderSetup,
  { route }: PageJob,
  { page, props }: LoadedPage,
): Promise<{ input: PageInput; card: Card | undefined }> {
  const { site, base, runtime, icons, stylesheet, script, preloads } = setup;
  const { default: Shell } = await importModule<ShellModule>(setup.shellModule);
  if (!isComponent(Shell)) throw new Error('templates/shell.tsx has no component as its default export.');
  const written = typeof page.meta === 'function' ? page.meta(props) : page.meta;
  if (typeof written?.title !== 'string') throw new Error('The `meta` of the page has no title.');
  const meta = isErrorPage(route.output) ? { ...written, noindex: true } : written;
  const canonical = site && !meta.noindex ? new URL(base + route.path.slice(1), site).href : undefined;
  // Only an absolute address can be shared.
  const card = setup.card && canonical ? await prepareCard(setup.card, { path: props.path, meta }) : undefined;
  const share = card && shareCard(setup, card);
  const Page = page.default;
  const input = { Page, Shell, props, meta, runtime, canonical, card: share, icons, stylesheet, script, preloads };
  return { input, card };
}

async function prepareCard(
  { module, fonts }: NonNullable<RenderSetup['card']>,
  props: { readonly path: string; readonly meta: PageInput['meta'] },
): Promise<Card> {
  return renderCard(await importModule<CardModule>(module), props, fonts);
}

function shareCard({ site, assetPrefix }: RenderSetup, { output }: Card): ShareCard {
  return { url: new URL(assetPrefix + output, site).href, ...CARD_SIZE };
}

const modules = new Map<string, unknown>();

/** Node takes its time to say that a module is there already. */
export async function importModule<Module>(file: string): Promise<Module> {
  const module: unknown = modules.get(file) ?? (await trackModule(() => import(pathToFileURL(file).href)));
  modules.set(file, module);
  return module as Module;
}

/** Types say the same, but a build compiles without checking them. */
function checkExports(page: Partial<PageModule>, source: string): void {
  if (!isComponent(page.default)) throw new Error('The file has no component as its default export.');
  if (!page.meta) throw new Error('The file has no `meta`: export const meta: Meta = { title: "…" };');
  if (page.paths !== undefined && !source.includes('['))
    throw new Error('The file exports `paths`, but its name has no brackets, as in "[slug].tsx", for them to fill.');
}

/** A function, or what `memo` and `forwardRef` make of one. */
function isComponent(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

/** How long to wait before each further try, in ms: a service that has just failed is given time to recover. */
const PAUSES = [100, 300, 900];

/**
 * Runs a page's `load`, and runs it again when it fails: three more times.
 *
 * @throws what the last try threw
 */
async function loadWithRetries<Data>(load: () => Data | Promise<Data>): Promise<Data> {
  for (const ms of PAUSES) {
    try {
      return await load();
    } catch {
      // The last try, below, is the one whose error is told.
      await pause(ms);
    }
  }
  return load();
}

/** After so many pages of one file have been waited for in vain, the others get a second. */
const PATIENCE = 3;

/** Pages that have been waited for in vain, by their files. */
const late = new Map<string, number>();

/**
 * Waits for what a page needs, for as long as a page may.
 *
 * @throws what it throws; an error when it does not come in time
 */
export async function withTimeout<Result>(
  { seconds }: RenderSetup,
  { route: { source } }: PageJob,
  result: Promise<Result>,
): Promise<Result> {
  const wait = (late.get(source) ?? 0) < PATIENCE ? seconds : Math.min(seconds, 1);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      late.set(source, (late.get(source) ?? 0) + 1);
      reject(
        new Error(`Its data has not come within ${wait} seconds. \`limits.seconds\` in the config gives it more.`),
      );
    }, wait * 1000);
  });
  try {
    return await Promise.race([result, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
