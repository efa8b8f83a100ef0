/** A process that publishes or recovers a site, and is killed or fails at a given file system call. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { publish, type Publication } from '../../src/publish/publish.ts';
import { closeStaging, openStaging } from '../../src/publish/staging.ts';
import { NO_FACTS, type Tree } from './out-folder.ts';

/** Its argument, as JSON. */
export interface ChildJob {
  /** Absolute. */
  readonly out: string;
  /** The site to publish. Without it, the process only recovers from an interrupted publish. */
  readonly site?: { readonly files: Tree; readonly publication: Publication };
  /** Kills the process just before this call, counted from 1 among the calls with a name, or among all. */
  readonly die?: { readonly name?: string; readonly at: number };
  /** Calls with this name fail with this code: all of them, or only the one with this number. */
  readonly fail?: { readonly name: string; readonly code: string; readonly at?: number };
}

/** Calls that change something on the disk. */
const CHANGING = 'copyFile fsync link mkdir open rename rm rmdir unlink utimes write writeFile'.split(' ');

type Call = (...args: unknown[]) => unknown;

const job = JSON.parse(process.argv[2] ?? '') as ChildJob;
let calls = 0;
const callsByName: Record<string, number> = {};

function watchCalls(): void {
  for (const name of CHANGING) {
    watchCall(fs as unknown as Record<string, Call>, `${name}Sync`);
    if (name in fs.promises) watchCall(fs.promises as unknown as Record<string, Call>, name);
  }
  syncBuiltinESMExports();
}

function watchCall(owner: Record<string, Call>, name: string): void {
  const call = owner[name] as Call;
  owner[name] = (...args) => {
    calls += 1;
    const ofName = (callsByName[name] ?? 0) + 1;
    callsByName[name] = ofName;
    const { die, fail } = job;
    if (die?.at === (die?.name === undefined ? calls : die.name === name && ofName))
      process.kill(process.pid, 'SIGKILL');
    if (fail?.name === name && (fail.at ?? ofName) === ofName) {
      throw Object.assign(new Error(`${fail.code}: as the test wants it, ${name}`), { code: fail.code });
    }
    return call(...args);
  };
}

async function publishSite(out: string, { files, publication }: NonNullable<ChildJob['site']>): Promise<void> {
  const staging = await openStaging(out);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(staging, name)), { recursive: true });
    fs.writeFileSync(path.join(staging, name), text);
  }
  watchCalls();
  try {
    await publish(staging, out, publication, NO_FACTS);
  } finally {
    await closeStaging(staging);
  }
}

async function mend(out: string): Promise<void> {
  watchCalls();
  await closeStaging(await openStaging(out));
}

try {
  await (job.site === undefined ? mend(job.out) : publishSite(job.out, job.site));
} catch (error) {
  if (job.fail?.at === undefined) throw error;
  // The process lives on, like a server, and builds again.
  await closeStaging(await openStaging(job.out));
}
process.stdout.write(String(calls));
