import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import type { ChildJob } from './publish-child.ts';
import { ROOT } from './run.ts';

/** How a publishing process ended. */
export interface ChildEnd {
  readonly wasKilled: boolean;
  /** The number of file system calls. Unknown if it was killed. */
  readonly calls: number;
}

/** Compiles `publish-child.ts`, and returns a function that runs it. */
export async function compileChild(): Promise<(job: ChildJob) => Promise<ChildEnd>> {
  const entryPoints = [path.join(import.meta.dirname, 'publish-child.ts')];
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints,
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return async (job) => {
    const child = spawn(process.execPath, ['--input-type=module', '-', JSON.stringify(job)]);
    child.stdin.end(outputFiles[0]?.contents);
    const [out, err, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null, string | null]>,
    ]);
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the process ended with ${code}:\n${err}`);
    return { wasKilled: signal === 'SIGKILL', calls: Number(out) };
  };
}
