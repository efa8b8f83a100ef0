/** Builds in processes that see a different machine: language, time zone, user, folders. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { lstat, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { SITEGEN } from './run.ts';

/** Differences from the process that runs the tests. */
export interface Variation {
  /** `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Octal. */
  readonly umask?: string;
  readonly cwd?: string;
  readonly args?: readonly string[];
}

/** Builds a project, and fails if the build reports anything. */
export async function buildUnder(root: string, { env = {}, umask = '022', cwd = root, args = [] }: Variation) {
  const command = [process.execPath, SITEGEN, 'build', '--quiet', '--root', root, ...args];
  const child = spawn('/bin/sh', ['-c', `umask ${umask} && exec "$@"`, 'sh', ...command], {
    cwd,
    env: { ...process.env, ...env },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  expect({ env, code, stdout, stderr }).toEqual({ env, code: 0, stdout: '', stderr: '' });
}

/** Everything in a folder and the folder itself: modes, and hashes of contents. */
export async function fingerprint(folder: string): Promise<Record<string, string>> {
  const names = ['.', ...(await readdir(folder, { recursive: true })).toSorted()];
  const entries = names.map(async (name): Promise<[string, string]> => {
    const file = path.join(folder, name);
    const stat = await lstat(file);
    const mode = (stat.mode & 0o7777).toString(8);
    if (!stat.isFile()) return [name, mode];
    return [
      name,
      `${mode} ${createHash('sha256')
        .update(await readFile(file))
        .digest('hex')}`,
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}
