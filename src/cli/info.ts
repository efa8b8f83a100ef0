/** `sitegen info`: versions and the config for a bug report. Nothing in it is secret. */
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readJsonIfExists } from '../shared/files.ts';
import { findPackage } from '../shared/find-package.ts';
import { printable } from '../shared/format-diagnostic.ts';
import { foldersAround } from '../shared/paths.ts';
import { writeError, type CliCommand, type CommandContext } from './command.ts';
import { toBuildOptions, withJson, withSite, type SiteFlags } from './options.ts';
import type { ExitCode } from './process.ts';

import sitegen from '../../package.json' with { type: 'json' };

/** The line of `--version`: `sitegen/0.1.0 linux-x64 node-v24.21.0` */
export const VERSION_LINE = `sitegen/${sitegen.version} ${process.platform}-${process.arch} node-${process.version}`;

interface InfoFlags extends SiteFlags {
  readonly json?: true;
}

export const info: CliCommand<InfoFlags> = {
  name: 'info',

  declare: (command) =>
    withJson(withSite(command)).description('print versions and the complete config, for bug reports'),

  run: describeSite,
};

/** Renders nothing. Also declares the addresses of the site, for editors. */
async function describeSite(flags: InfoFlags, context: CommandContext): Promise<ExitCode> {
  const { root, out, base } = toBuildOptions(flags, context);
  const versions = await readVersions(root);
  // Printed before the config is loaded, in case it is broken.
  if (!flags.json) context.stdout.write(`${formatRows(versions)}\nConfig, with defaults:\n`);
  const [{ readSiteConfig }, { discoverProject }, { writeRouteTypes }] = await Promise.all([
    import('../config/load-config.ts'),
    import('../project/discover.ts'),
    import('../project/route-types.ts'),
  ]);
  const config = await readSiteConfig(root, { ...(out !== undefined && { out }), ...(base !== undefined && { base }) });
  const report = flags.json ? { version: 1, ok: true, versions, config } : config;
  const json = JSON.stringify(report, nameFunctions, 2);
  context.stdout.write(flags.json ? `${json}\n` : `${printable(withoutHome(json))}\n`);
  try {
    const { project } = await discoverProject(root);
    await writeRouteTypes(root, project.pages);
    return 0;
  } catch (error) {
    writeError(error, context); // the result has been printed
    return 2;
  }
}

/** Plug-ins are functions, which JSON would leave out. */
function nameFunctions(_key: string, value: unknown): unknown {
  return typeof value === 'function' ? `[function ${value.name}]` : value;
}

/** Bug reports are public, and the name of the home folder is often that of a person. @param json with paths */
function withoutHome(json: string): string {
  const home = JSON.stringify(os.homedir()).slice(1, -1);
  return home.length > 1 ? json.replaceAll(`"${home}`, '"~') : json;
}

/** @returns values by name, in the order in which they are printed. Optional packages that are not installed are left out */
async function readVersions(root: string): Promise<Readonly<Record<string, string>>> {
  const names = [...Object.keys(sitegen.peerDependencies), ...Object.keys(sitegen.dependencies)];
  const packages = await Promise.all(names.map(async (name) => [name, await versionOf(name, root)] as const));
  return {
    sitegen: sitegen.version,
    node: process.versions.node,
    'lock file': findLockFile(root),
    system: `${os.type()} ${os.release()} ${process.arch}, ${os.availableParallelism()} processors`,
    disk: existsSync(path.join(root, 'TEMPLATES')) ? 'ignores the case of names' : 'distinguishes the case of names',
    ...Object.fromEntries(
      packages.flatMap(([name, version]) => {
        if (version === undefined && Object.hasOwn(sitegen.peerDependenciesMeta, name)) return [];
        return [[name, version ?? 'not installed']];
      }),
    ),
  };
}

/** The version that a site gets. Packages that the site lacks come from sitegen. */
async function versionOf(name: string, root: string): Promise<string | undefined> {
  const folder = findPackage(root, name) ?? findPackage(import.meta.dirname, name);
  const description = folder && (await readJsonIfExists(path.join(folder, 'package.json')));
  return (description as { readonly version?: string } | undefined)?.version;
}

function findLockFile(root: string): string {
  const names = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];
  const found = foldersAround(root).flatMap((folder) => names.filter((name) => existsSync(path.join(folder, name))));
  return found[0] ?? 'none';
}

function formatRows(rows: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(rows).map((name) => name.length));
  return Object.entries(rows)
    .map(([name, text]) => `${name.padEnd(width)}  ${text}\n`)
    .join('');
}
