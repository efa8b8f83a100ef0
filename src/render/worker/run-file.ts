import { inspect, types } from 'node:util';
import { deserialize } from 'node:v8';
import type { FileContext, FilePage, SiteFile } from '../../api/site-file.ts';
import { describeFailure } from '../../check/describe-problems.ts';
import type { RanFile, RunFileTask } from '../../shared/page-tasks.ts';
import { runJob } from './heartbeat.ts';
import { importModule } from './import-module.ts';
import { withRetries } from './retry.ts';
import { withTimeout } from './task-loop.ts';

/** The result of a function in `templates/files`, or its failure. */
type FileResult = Pick<RanFile, 'contents' | 'diagnostic'>;

export async function runFile(task: RunFileTask): Promise<FileResult> {
  const { root, site, base, file, pages, seconds } = task;
  const { source } = file;
  try {
    const { default: generate } = await importModule<{ default?: SiteFile }>(file.module, source, seconds);
    if (typeof generate !== 'function') throw new Error('The file has no function as its default export.');
    const context: FileContext = { ...(site && { site }), base, pages: deserialize(pages) as FilePage[] };
    const running = withRetries(() => runJob(0, () => generate(context)));
    return { contents: toBytes(await withTimeout(source, seconds, running, 'The function did not return')) };
  } catch (error) {
    const failure = describeFailure(root, source, error, 'The file cannot be generated.');
    return { diagnostic: { ...failure, code: 'file-failed' } };
  }
}

/** Types require the same, but a build compiles without checking them. */
function toBytes(contents: unknown): Uint8Array {
  if (typeof contents === 'string') return new TextEncoder().encode(contents);
  if (types.isUint8Array(contents)) return Uint8Array.from(contents);
  throw new Error(`The function returned ${inspect(contents, { depth: 0 })} instead of a string or a Uint8Array.`);
}
