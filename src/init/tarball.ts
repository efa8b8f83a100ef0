/** A project created from a checkout of sitegen, or before its release, contains sitegen as a tarball. */
import { exec } from 'node:child_process';
import { copyFile, cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { SitegenError } from '../shared/errors.ts';
import { PACKAGE } from './project-files.ts';

import sitegen from '../../package.json' with { type: 'json' };

interface Manifest {
  readonly name: string;
  readonly files: readonly string[];
}

/** @returns the name of the tarball; nothing if the running sitegen is published */
export async function tarballName(): Promise<string | undefined> {
  // `.ci/release` gives the package its published name. The imported package.json is from before that.
  const { name } = await readManifest();
  return name === sitegen.config.publishedName ? undefined : `${name}-${sitegen.version}.tgz`;
}

/**
 * Writes the tarball. A link to the checkout (`file:../sitegen`) would bring a second React and second types, and would not exist on
 * other machines, such as those of CI.
 */
export async function packInto(tarball: string): Promise<void> {
  const manifest = await readManifest();
  // As in a release: package managers warn about the script `prepare`, which needs files that only a checkout has.
  const released = { ...manifest, scripts: undefined, devDependencies: undefined };
  const copy = await mkdtemp(path.join(os.tmpdir(), 'sitegen-pack-'));
  const unfinished = `${tarball}.unfinished`;
  try {
    await writeFile(path.join(copy, 'package.json'), JSON.stringify(released, undefined, 2));
    for (const entry of [...manifest.files.filter((pattern) => !pattern.startsWith('!')), 'README.md', 'LICENSE'])
      await cp(path.join(PACKAGE, entry), path.join(copy, entry), { recursive: true });
    // From the environment, where a folder needs no quotes for any shell.
    await promisify(exec)('npm pack', { cwd: copy, env: { ...process.env, npm_config_pack_destination: copy } });
    await copyFile(path.join(copy, path.basename(tarball)), unfinished);
    await rename(unfinished, tarball);
  } catch (error) {
    throw new SitegenError(`Cannot pack sitegen for the project: ${(error as Error).message.trim()}`, { cause: error });
  } finally {
    await Promise.all([copy, unfinished].map((left) => rm(left, { recursive: true, force: true })));
  }
}

async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(PACKAGE, 'package.json'), 'utf8')) as Manifest;
}
