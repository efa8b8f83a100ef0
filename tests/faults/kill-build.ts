/** Builds that are killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { SITEGEN } from '../helpers/run.ts';

/** The event that starts the clock. */
export type From = 'its start' | 'staging' | 'publishing';

export interface Moment {
  readonly from: From;
  /** In ms. */
  readonly after: number;
}

/** How long a build takes from each event, in ms. */
export type Times = Readonly<Record<From, number>>;

/** Kills a build at that moment. @returns true if it was still running */
export async function killBuild(root: string, moment: Moment): Promise<boolean> {
  const child = start(root);
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  const seen = watchBuild(root);
  await Promise.race([seen[moment.from], ended]);
  const timer = setTimeout(() => child.kill('SIGKILL'), moment.after);
  if (moment.after < 1) child.kill('SIGKILL'); // a timer would take a millisecond
  const [, signal] = await ended;
  clearTimeout(timer);
  seen.close();
  return signal === 'SIGKILL';
}

/** Lets a build run to its end. */
export async function timeBuild(root: string): Promise<Times> {
  const begin = performance.now();
  const child = start(root);
  const ended = once(child, 'exit').then(() => performance.now());
  const seen = watchBuild(root);
  const since = async (from: From) => Promise.race([seen[from].then(() => performance.now()), ended]);
  const [staging, publishing, end] = await Promise.all([since('staging'), since('publishing'), ended]);
  seen.close();
  return { 'its start': end - begin, staging: end - staging, publishing: end - publishing };
}

function start(root: string): ChildProcess {
  return spawn(process.execPath, [SITEGEN, 'build'], { cwd: root, stdio: 'ignore' });
}

/** The progress of a build, as other programs see it. */
function watchBuild(root: string): Readonly<Record<From, Promise<void>>> & { readonly close: () => void } {
  const beside = watch(root);
  // An asset is the first file to be replaced; a swap begins by hard-linking the files that stay.
  const folder = path.join(root, 'out/assets');
  const assets = existsSync(folder) ? watch(folder) : undefined; // the last build was killed in the middle of a swap
  const named = async (name: string) =>
    new Promise<void>((resolve) => beside.on('change', (_kind, entry) => String(entry).startsWith(name) && resolve()));
  const touched = new Promise<void>((resolve) => assets?.once('change', () => resolve()));
  return {
    'its start': Promise.resolve(),
    staging: named('.out-new-'),
    publishing: Promise.race([named('.out-old-'), touched]),
    close: () => [beside, assets].forEach((watcher) => watcher?.close()),
  };
}
