import { serialize } from 'node:v8';
import type { Meta } from '../api/contract.ts';
import { isErrorPage, isListed } from '../api/error-pages.ts';
import type { FilePage } from '../api/site-file.ts';
import { mergeDataReads, mergeImpureCalls, mergeReads } from '../cache/recorded-reads.ts';
import type { FilesRun } from '../cache/state.ts';
import { warning, type Diagnostic } from '../core/diagnostics.ts';
import type { Asset, Config, FileSource } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import type { ImpureCall, RanFile, Recorded, RunFileTask } from '../core/page-tasks.ts';
import { decodePlain } from '../cache/plain-data.ts';
import { describeLateFailures, describeWorkerFailure } from './describe-failure.ts';
import type { WorkerFailure } from './pool-worker.ts';
import type { RenderSite } from './render-site.ts';
import { startWorkerPool, type WorkerPool } from './worker-pool.ts';

/**
 * Calls the functions one after the other, in a worker of their own: what pages have loaded and kept there would not count as
 * read by them.
 */
export async function callFileFunctions(
  { compiled, project, workerFile, options }: RenderSite,
  pages: readonly PageFacts[],
): Promise<Omit<FilesRun, 'key'>> {
  const { config } = compiled;
  const { onOutput, watching, signal } = options;
  const pool = startWorkerPool<RunFileTask, RanFile>({
    file: workerFile,
    root: config.root,
    size: 1,
    onOutput,
    watching,
  });
  pool.limit(config.limits);
  const stop = () => void pool.stop();
  signal?.addEventListener('abort', stop);
  try {
    const results: Result[] = [];
    const sent = new Uint8Array(serialize(pages.map((page) => toFilePage(config, page))));
    for (const file of project.files) results.push(await call(pool, compiled, file, sent));
    const recorded = mergeRecorded(results.flatMap((result) => result.recorded ?? []));
    return {
      assets: results.flatMap(({ asset }) => asset ?? []),
      diagnostics: [
        ...results.flatMap(({ diagnostic }) => diagnostic ?? []),
        ...recorded.impureCalls.map(describeImpure),
        ...describeLateFailures(config.root, await pool.finish()),
      ],
      recorded,
    };
  } finally {
    signal?.removeEventListener('abort', stop);
    await pool.stop();
  }
}

/** What came of one function. */
interface Result {
  readonly asset?: Asset;
  readonly diagnostic?: Diagnostic;
  readonly recorded?: Recorded;
}

/** @param pages serialized */
async function call(
  pool: WorkerPool<RunFileTask, RanFile>,
  { config, server }: RenderSite['compiled'],
  { source, output }: FileSource,
  pages: Uint8Array<ArrayBuffer>,
): Promise<Result> {
  const { root, site, base, trailingSlash, limits } = config;
  const file = { source, module: server.modules.get(source) ?? '' };
  const { builtins } = server;
  try {
    const task = { root, site, base, trailingSlash, seconds: limits.seconds, builtins, file, pages };
    const { contents, diagnostic, ...recorded } = await pool.run(task);
    return { ...(contents && { asset: { output, contents } }), ...(diagnostic && { diagnostic }), recorded };
  } catch (error) {
    const failure = error as WorkerFailure;
    if (failure.kind === 'stopped') throw failure;
    return { diagnostic: describeWorkerFailure(root, source, 'Generating the file', limits, failure) };
  }
}

function toFilePage({ site, base }: Config, { route, noindex, meta = '' }: PageFacts): FilePage {
  const { path, source, output } = route;
  const canonical = site && isListed({ output, noindex }) ? new URL(base + path.slice(1), site).href : undefined;
  return {
    path,
    source,
    ...(canonical !== undefined && { canonical }),
    meta: decodePlain(meta) as Meta,
    noindex,
    isErrorPage: isErrorPage(output),
  };
}

function mergeRecorded(all: readonly Recorded[]): Recorded {
  return {
    placeholders: all.flatMap(({ placeholders }) => placeholders),
    reads: mergeReads(all.map(({ reads }) => reads)),
    dataReads: mergeDataReads(all.map(({ dataReads }) => dataReads)),
    impureCalls: mergeImpureCalls(all.map(({ impureCalls }) => impureCalls)),
  };
}

function describeImpure({ what, place }: ImpureCall): Diagnostic {
  const message = `A file is not deterministic: it uses \`${what}\`, so functions in templates/files run in every build.`;
  const hint = 'take the value from a file, an environment variable or the `meta` of pages, or load it with `shared`';
  return warning('file-impure', message, { place, hint });
}
