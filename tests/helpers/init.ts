import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sitegen, ROOT, type Ran } from './run.ts';

import manifest from '../../package.json' with { type: 'json' };

export const TARBALL = `sitegen-${manifest.version}.tgz`;

const EMPTY_TARBALL = `: >"$npm_config_pack_destination/${TARBALL}"`;

/** `sitegen init`, with a shell script instead of `npm pack`, which takes seconds. On Windows, npm packs. */
export async function initWithoutNpm(folder: string, args: readonly string[], script = EMPTY_TARBALL): Promise<Ran> {
  const bin = await mkdtemp(path.join(os.tmpdir(), 'sitegen-npm-'));
  const before = process.env['PATH'];
  await writeFile(path.join(bin, 'npm'), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(bin, 'npm'), 0o755);
  process.env['PATH'] = `${bin}${path.delimiter}${before}`;
  try {
    return await sitegen(folder, 'init', ...args);
  } finally {
    process.env['PATH'] = before;
    await rm(bin, { recursive: true });
  }
}

/** As if a new project had installed its packages. */
export const linkModules = (project: string): Promise<void> =>
  symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction');
