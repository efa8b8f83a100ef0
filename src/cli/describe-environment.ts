/** Where sitegen runs, for bug reports. Nothing in it is secret: no variables, and no names of folders. */
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findPackage } from '../shared/find-package.ts';
import { readJsonIfExists } from '../shared/files.ts';
import { foldersAround } from '../shared/paths.ts';

import sitegen from '../../package.json' with { type: 'json' };

/** The line of `--version`: `sitegen/0.1.0 linux-x64 node-v24.21.0` */
export const VERSION_LINE = `sitegen/${sitegen.version} ${process.platform}-${process.arch} node-${process.version}`;

interface Description {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const OPTIONAL = Object.keys(sitegen.peerDependenciesMeta);

/** Packages of the site that sitegen uses, and those that it depends on. */
const PACKAGES = [...Object.keys(sitegen.peerDependencies), ...Object.keys(sitegen.dependencies)];

/** @returns names and values, in the order in which they are printed. Optional packages that are not installed are left out */
export async function describeEnvironment(root: string): Promise<Readonly<Record<string, string>>> {
  const versions = await Promise.all(PACKAGES.map(async (name) => [name, await versionOf(name, root)] as const));
  return {
    sitegen: sitegen.version,
    installed: await describeInstallation(root),
    node: process.versions.node,
    packages: describePackageManager(root, process.env['npm_config_user_agent']),
    system: describeSystem(),
    disk: existsSync(path.join(root, 'TEMPLATES')) ? 'ignores the case of names' : 'distinguishes the case of names',
    ...Object.fromEntries(
      versions.flatMap(([name, version]) => {
        if (version === undefined && OPTIONAL.includes(name)) return [];
        return [[name, version ?? 'not installed']];
      }),
    ),
  };
}

function describeSystem(): string {
  // In a container, less than the machine has.
  const bytes = Math.min(os.totalmem(), process.constrainedMemory() || Infinity);
  const memory = `${(bytes / 2 ** 30).toFixed(1)} GB`;
  return `${os.type()} ${os.release()} ${process.arch}, ${os.availableParallelism()} processors, ${memory}`;
}

/** The version that a site gets. Packages that the site lacks come from sitegen. */
async function versionOf(name: string, root: string): Promise<string | undefined> {
  const folder = findPackage(root, name) ?? findPackage(import.meta.dirname, name);
  return folder && (await readDescription(folder)).version;
}

async function readDescription(folder: string): Promise<Description> {
  return (await readJsonIfExists(path.join(folder, 'package.json'))) ?? {};
}

/** How the site asks for sitegen. Addresses of files and repositories are not printed. */
async function describeInstallation(root: string): Promise<string> {
  const { dependencies, devDependencies } = await readDescription(root);
  const wanted = { ...devDependencies, ...dependencies }['sitegen'];
  if (wanted === undefined) return 'not by this project';
  if (/^(?:npm|catalog):|^[^:/]*$/.test(wanted)) return `from a registry: ${wanted}`;
  return /\.t(?:ar\.)?gz$/.test(wanted) ? 'from a tarball' : 'from a folder or repository';
}

const LOCK_FILES = {
  'package-lock.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
} as const;

/** @param userAgent set by package managers when they run a script: `pnpm/11.2.0 npm/? node/v24.1.0 linux x64` */
export function describePackageManager(root: string, userAgent: string | undefined): string {
  const [running] = /^[a-z]+\/[\w.-]+/.exec(userAgent ?? '') ?? [];
  if (running !== undefined) return running.replace('/', ' ');
  const names = Object.keys(LOCK_FILES) as (keyof typeof LOCK_FILES)[];
  const files = foldersAround(root).flatMap((folder) => names.filter((name) => existsSync(path.join(folder, name))));
  const [file] = files;
  return file === undefined ? 'unknown: no lock file' : `${LOCK_FILES[file]} (${file})`;
}
