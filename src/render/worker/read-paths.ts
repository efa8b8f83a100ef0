import { inspect } from 'node:util';
import { serialize } from 'node:v8';
import type { PathItem, Paths } from '../../api/contract.ts';
import { areDrafts } from '../../content/collections/entry-paths.ts';
import { warning, type Diagnostic } from '../../shared/diagnostics.ts';
import type { PageFile } from '../../shared/model.ts';
import type { ListPagesTask, ListedPage, Setup } from '../../shared/page-tasks.ts';
import { asOf, describeFailures } from '../../check/describe-problems.ts';
import { routeBuilder } from '../../project/route-path.ts';
import { countLeftOut } from '../../api/is-published.ts';
import { findUnplain } from '../../shared/plain-data.ts';
import { importModule } from './import-module.ts';
import { withRetries } from './retry.ts';
import { withTimeout } from './task-loop.ts';

type Items = Iterator<PathItem> | AsyncIterator<PathItem>;

/** How far the `paths` of a page file have been read. */
interface Reading {
  items: Items;
  /** Starts again, after a failure. */
  readonly restart: () => Promise<Items>;
  readonly buildRoute: ReturnType<typeof routeBuilder>;
  count: number;
  /** The paths of all pages so far. */
  readonly listed: Set<string>;
  repeated: number;
  /** The first item with each mistake, and how many have it. */
  readonly mistakes: Map<string, { readonly number: number; readonly item: PathItem; count: number }>;
  /** The result of `countLeftOut` before reading. */
  readonly leftOut: number;
}

/** Some of the pages of a file, and problems with its items. */
export interface PathsPart {
  readonly items: readonly ListedPage[];
  readonly done: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Reading stops after this many different mistakes in a list: the rest are likely to be of the same kind. */
const MAX_MISTAKES = 20;

/** @returns reads `paths` of page files part by part, and remembers how far each has been read */
export function createPathsReader(): (setup: Setup, task: ListPagesTask) => Promise<PathsPart> {
  const readings = new Map<string, Reading>();

  return async (setup, task) => {
    const { root, seconds } = setup;
    const { page, count } = task;
    const items: ListedPage[] = [];
    try {
      const reading = readings.get(page.source) ?? (await startReading(setup, task));
      readings.set(page.source, reading);
      while (items.length < count) {
        const next = await withRetries(
          () => inTime(seconds, () => reading.items.next()),
          async () => void (reading.items = await skip(await reading.restart(), reading.count)),
        );
        if (next.done === true)
          return { items, done: true, diagnostics: describeItems(page, reading), warnings: findEmpty(page, reading) };
        reading.count += 1;
        const item = readItem(reading, next.value);
        if ('route' in item) items.push(item);
        else addMistake(reading, next.value, item.problem);
        if (reading.mistakes.size + reading.repeated >= MAX_MISTAKES)
          return { items, done: true, diagnostics: describeItems(page, reading), warnings: [] };
      }
      return { items, done: false, diagnostics: [], warnings: [] };
    } catch (error) {
      const failures = describeFailures(root, page.source, error, 'The pages of the file cannot be listed.');
      const reported = failures.map((failure) => ({ ...failure, code: asOf(failure.code, 'paths-failed') }));
      const reading = readings.get(page.source);
      const mistakes = reading === undefined ? [] : describeItems(page, reading);
      return { items, done: true, diagnostics: [...mistakes, ...reported], warnings: [] };
    }
  };
}

async function startReading({ seconds, trailingSlash }: Setup, { page, module }: ListPagesTask): Promise<Reading> {
  const leftOut = countLeftOut();
  const { paths } = await importModule<{ paths?: Paths }>(module, page.source, seconds);
  if (paths === undefined)
    throw new Error('A file with brackets in its name must list its pages: export const paths = […];');
  const list = () => inTime<unknown>(seconds, async () => (typeof paths === 'function' ? paths() : paths));
  const restart = async () => iterate(await list());
  const items = iterate(await withRetries(list));
  const buildRoute = routeBuilder(page, trailingSlash);
  return { items, restart, buildRoute, count: 0, listed: new Set(), repeated: 0, mistakes: new Map(), leftOut };
}

/** An API that answers `[]`, or a missing folder, would remove all pages of the file. */
function findEmpty({ source, pattern }: PageFile, { count, leftOut }: Reading): Diagnostic[] {
  if (count > 0 || countLeftOut() > leftOut || areDrafts(pattern)) return [];
  const hint = 'check where its items come from; if there may be none, set `list-empty` to "off" in the config';
  return [warning('list-empty', '`paths` lists no page.', { place: { file: source }, hint })];
}

/** Skips items that have been listed already. */
async function skip(items: Items, count: number): Promise<Items> {
  for (let skipped = 0; skipped < count; skipped += 1) await items.next();
  return items;
}

/** Runs a part of `paths`. If it never returns, the main thread knows the file from the task. */
async function inTime<Result>(seconds: number, run: () => Result | Promise<Result>): Promise<Result> {
  const result = run();
  if (!isThenable(result)) return result;
  return withTimeout(seconds, Promise.resolve(result), '`paths` did not continue');
}

function isThenable<Result>(result: Result | PromiseLike<Result>): result is PromiseLike<Result> {
  return typeof (result as Partial<PromiseLike<Result>> | undefined)?.then === 'function';
}

function iterate(list: unknown): Items {
  if (typeof list === 'object' && list !== null) {
    if (Symbol.asyncIterator in list) return (list as AsyncIterable<PathItem>)[Symbol.asyncIterator]();
    if (Symbol.iterator in list) return (list as Iterable<PathItem>)[Symbol.iterator]();
  }
  throw new Error('`paths` must be a list of { params }, a generator of them, or a function that returns one.');
}

function readItem(reading: Reading, item: PathItem): ListedPage | { problem: string } {
  if (typeof item !== 'object' || item === null) return { problem: 'it must be an object: { params: { … } }' };
  const { props } = item;
  const built = reading.buildRoute(item.params);
  if ('problem' in built) return built;
  if (reading.listed.has(built.route.path)) reading.repeated += 1; // reported when the pages are collected
  reading.listed.add(built.route.path);
  if (props === undefined) return built;
  const unplain = findUnplain(props, 'props');
  if (unplain !== undefined) return { problem: describeUncopied(unplain) };
  try {
    return { ...built, props: new Uint8Array(serialize(props)) };
  } catch (error) {
    return { problem: describeUncopied((error as Error).message) };
  }
}

function describeUncopied(reason: string): string {
  return `its props cannot be copied to the worker that renders the page: ${reason}`;
}

function addMistake({ mistakes, count: number }: Reading, item: PathItem, problem: string): void {
  const known = mistakes.get(problem);
  if (known === undefined) mistakes.set(problem, { number, item, count: 1 });
  else known.count += 1;
}

function describeItems({ source }: PageFile, { mistakes }: Reading): Diagnostic[] {
  return [...mistakes].map(([problem, { number, item, count }]) => {
    const shown = inspect(item?.params, { depth: 1, breakLength: Infinity, maxStringLength: 80 });
    const others = count === 1 ? '' : ` ${count} items have this mistake.`;
    const message = `Item ${number} of \`paths\`, with the params ${shown}: ${problem}.${others}`;
    return { code: 'paths-failed', severity: 'error', message, place: { file: source } };
  });
}
