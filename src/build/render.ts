import path from 'node:path';
import type { IconLink } from '../contract.ts';
import type { Config, Diagnostic, IslandsBundle, OpenPlaceholder, Project, ServerBundle } from '../model.ts';
import { frameInStack } from '../stack.ts';
import { describeFailure } from './page-problems.ts';
import type { ThreadFailure, Threads } from './threads.ts';
import type { IslandsTask, PageJob, RenderSetup, RenderTask, Rendered } from '../tasks.ts';

/** So many pages go to a thread at once. A second thread takes about as long to start as it takes to make them. */
const BATCH = 200;

/** Finding out how small a page gets takes longer than making it: worth it while it cannot be felt. */
const PAGES_WORTH_COMPRESSING = 100;

const NOTHING: Rendered = { pages: [], problems: [], placeholders: [] };

export type RenderThreads = Threads<RenderTask | IslandsTask, Rendered | readonly Diagnostic[]>;

export interface RenderInput {
  readonly config: Config;
  readonly project: Project;
  readonly server: ServerBundle;
  /** Where pages are written to, absolute. */
  readonly staging: string;
  readonly icons: readonly IconLink[];
  readonly stylesheet: string | undefined;
  readonly script: string | undefined;
  readonly preloads: IslandsBundle['preloads'];
}

/** What is wrong with the island files that could be compiled. */
export async function checkIslands(
  threads: RenderThreads,
  root: string,
  { islands }: Project,
  { modules }: ServerBundle,
): Promise<readonly Diagnostic[]> {
  const compiled = islands.flatMap((island) => {
    const module = modules.get(island.source);
    return module === undefined ? [] : { ...island, module };
  });
  if (compiled.length === 0) return [];
  try {
    return (await threads.run({ root, islands: compiled })) as readonly Diagnostic[];
  } catch (error) {
    return describeLateFailures(root, [error as ThreadFailure]);
  }
}

/** What has ended threads while no page was being made. */
export function describeLateFailures(root: string, failures: readonly ThreadFailure[]): Diagnostic[] {
  return failures.map((failure) => ({
    ...describeFailure(root, 'templates', failure.cause),
    code: 'thread-ended',
    message: `Code of the site ended a thread after its page was made. ${failure.message}`,
    hint: 'look for a timer that throws, an unhandled rejection, or process.exit',
  }));
}

/**
 * Makes all pages that could be compiled, on threads.
 *
 * @param onProgress told how many of the pages are done
 * @returns the pages in the order of their routes, whichever thread was faster
 */
export async function renderPages(
  threads: RenderThreads,
  { config, project, server, ...rest }: RenderInput,
  onProgress: (done: number, total: number) => void,
): Promise<Rendered> {
  const shellModule = server.modules.get(project.shell ?? '');
  if (shellModule === undefined) return NOTHING;
  const jobs = project.routes.flatMap((route) => {
    const module = server.modules.get(route.source);
    return module === undefined ? [] : { route, module };
  });
  const { root, site, base, runtime } = config;
  const cardModule = server.modules.get(project.card ?? '');
  const fonts = project.cardFonts.map((file) => path.join(root, file));
  const card = cardModule === undefined ? undefined : { module: cardModule, fonts };
  const compress = jobs.length <= PAGES_WORTH_COMPRESSING;
  const setup = { ...rest, root, site, base, runtime, shellModule, card, compress };
  let done = 0;
  const replies = await Promise.all(
    inBatches(jobs).map(async (batch) => {
      const reply = await renderBatch(threads, setup, batch);
      done += batch.length;
      onProgress(done, jobs.length);
      return reply;
    }),
  );
  return {
    pages: replies.flatMap((reply) => reply.pages),
    problems: replies.flatMap((reply) => reply.problems),
    placeholders: withoutRepeats(replies.flatMap((reply) => reply.placeholders)),
  };
}

function inBatches(jobs: readonly PageJob[]): PageJob[][] {
  const count = Math.ceil(jobs.length / BATCH);
  return Array.from({ length: count }, (_, index) => jobs.slice(index * BATCH, (index + 1) * BATCH));
}

/** A page that ends its thread is reported, and the rest of its batch is made on another. */
async function renderBatch(threads: RenderThreads, setup: RenderSetup, jobs: readonly PageJob[]): Promise<Rendered> {
  if (jobs.length === 0) return NOTHING;
  try {
    return (await threads.run({ setup, jobs })) as Rendered;
  } catch (error) {
    const failure = error as ThreadFailure;
    const culprit = findCulprit(failure, jobs, setup.root);
    if (culprit === undefined) throw error;
    const diagnostic: Diagnostic = {
      ...describeFailure(setup.root, culprit.route.source, failure.cause),
      code: 'page-ended-thread',
      message: `The page ended the thread that was making it: ${failure.message}`,
      hint: 'look for process.exit, an unhandled rejection, or data without end',
    };
    const others = jobs.filter((job) => job !== culprit);
    const rest = await renderBatch(threads, setup, others);
    return { ...rest, problems: [{ route: culprit.route, diagnostic }, ...rest.problems] };
  }
}

/** A rejection that nobody has caught may come while another page is being made: then its stack knows better. */
function findCulprit({ at, cause }: ThreadFailure, jobs: readonly PageJob[], root: string): PageJob | undefined {
  const file = cause instanceof Error ? frameInStack(cause.stack ?? '', root)?.place.file : undefined;
  return jobs.find(({ route }) => route.source === file) ?? jobs[at];
}

/** Each thread that loads a file meets the placeholders in it. */
function withoutRepeats(placeholders: readonly OpenPlaceholder[]): OpenPlaceholder[] {
  const byPlace = new Map(placeholders.map((open) => [`${open.what} ${JSON.stringify(open.place)}`, open]));
  return [...byPlace.values()].toSorted(
    (a, b) => compare(a.place?.file ?? '', b.place?.file ?? '') || (a.place?.line ?? 0) - (b.place?.line ?? 0),
  );
}

/** By code units: the order does not depend on anybody's language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
