/** `sitegen init`: writes a new project. */
import { existsSync } from 'node:fs';
import { constants, copyFile, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSiteConfig } from '../config/load-config.ts';
import { hostFilesOf, toHostedSite } from '../hosts/host-files.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { listSome } from '../shared/format.ts';
import { printableName } from '../shared/format-diagnostic.ts';
import type { Config } from '../shared/model.ts';
import { toPosix } from '../shared/paths.ts';
import type { PackageManager } from '../shared/package-manager.ts';
import { discoverProject } from '../project/discover.ts';
import { writeRouteTypes } from '../project/route-types.ts';
import { TEMPLATES, type InitHost, type TemplateName } from './choices.ts';
import { addHost, CONFIG, hostFiles, settingsFiles, templateFiles } from './project-files.ts';
import { packInto, tarballName } from './tarball.ts';

interface InitOptions {
  /** Absolute; created if it does not exist. */
  readonly folder: string;
  /** The current folder, absolute. */
  readonly cwd: string;
  readonly template: TemplateName;
  readonly packageManager: PackageManager;
  /** The host that will publish the site, if it is known. */
  readonly host: InitHost | undefined;
}

interface CreatedProject {
  /** Paths from its folder, sorted. */
  readonly files: readonly string[];
  /** Files of the host that a project had before, and that stay. Absent for a new project. */
  readonly kept?: readonly string[];
  /** Where to start, and how to publish the site: sentences in Markdown. */
  readonly next: readonly string[];
}

/**
 * Writes a project into a folder. Writes nothing if one of its files already exists. A project that exists gets the files of the host
 * that it lacks.
 *
 * @throws SitegenError that lists the files that exist
 */
export async function initProject(options: InitOptions): Promise<CreatedProject> {
  const { folder, cwd, template, packageManager, host } = options;
  const name = path.relative(cwd, folder);
  if (printableName(name) !== name)
    throw new SitegenError(`The name of the folder has characters that cannot be printed: ${printableName(name)}`);
  if (host !== undefined && existsSync(path.join(folder, 'templates/pages'))) return addToProject(options, host);
  const tarball = await tarballName();
  const texts = await settingsFiles({ name: packageName(folder), template, packageManager, host, tarball });
  const copies = templateFiles(template);
  const config = copies.get(CONFIG);
  if (host !== undefined && config !== undefined) {
    texts.set(CONFIG, addHost(await readFile(config, 'utf8'), host));
    copies.delete(CONFIG);
  }
  const late = [tarball, host && HOSTS[host].readsBefore].filter((file) => file !== undefined);
  const files = [...texts.keys(), ...copies.keys(), ...late].toSorted();
  await refuseExisting(folder, files);
  for (const file of files) await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  if (tarball !== undefined) await packInto(path.join(folder, tarball));
  const write = writerFor(folder);
  const copy = ([file, source]: readonly [string, string]) =>
    copyFile(source, path.join(folder, file), constants.COPYFILE_EXCL);
  await Promise.all([...[...texts].map(write), ...[...copies].map(copy)]);
  if (host !== undefined) await Promise.all(settingsFor(host, await readSiteConfig(folder, {})).map(write));
  // As a build does, so that editors know the addresses for `href` from the start.
  await writeRouteTypes(folder, (await discoverProject(folder)).project.pages);

  return { files, next: [TEMPLATES[template].start, ...publishing(texts)] };
}

async function addToProject(
  { folder, template, packageManager }: InitOptions,
  host: InitHost,
): Promise<CreatedProject> {
  const config = await readSiteConfig(folder, {});
  const out = toPosix(path.relative(folder, config.out));
  const project = { name: packageName(folder), template, packageManager, host, tarball: undefined, out };
  const texts = await settingsFiles(project);
  const all = [...hostFiles(host).map((file) => [file, texts.get(file) ?? ''] as const), ...settingsFor(host, config)];
  const taken = await Promise.all(all.map(([file]) => isTaken(path.join(folder, file))));
  const missing = all.filter((_, index) => !taken[index]);
  for (const [file] of missing) await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await Promise.all(missing.map(writerFor(folder)));
  const scripts =
    'The files run the scripts `build`, `check` and `sitegen` of package.json, which are `sitegen build` and so on.';
  return {
    files: missing.map(([file]) => file),
    kept: all.map(([file]) => file).filter((_, index) => taken[index]),
    next: [
      ...(config.hosts.includes(host) ? [] : [`Add \`hosts: ['${host}']\` to the config.`]),
      scripts,
      ...publishing(texts),
    ],
  };
}

/** Settings that the host reads before a build. */
function settingsFor(host: InitHost, config: Config): (readonly [string, string])[] {
  const files = hostFilesOf(host, toHostedSite(config, []));
  return files.flatMap(({ name, text }) => (name === HOSTS[host].readsBefore ? [[name, text]] : []));
}

/** Exclusive: does not overwrite a file that appears in the meantime. */
function writerFor(folder: string) {
  return ([file, text]: readonly [string, string]) => writeFile(path.join(folder, file), text, { flag: 'wx' });
}

function publishing(texts: ReadonlyMap<string, string>): string[] {
  return /(?<=^## Publishing\n\n).*/m.exec(texts.get('README.md') ?? '') ?? [];
}

async function refuseExisting(folder: string, files: readonly string[]): Promise<void> {
  const exist = await Promise.all(files.map((file) => isTaken(path.join(folder, file))));
  const taken = files.filter((_, index) => exist[index]);
  if (taken.length === 0) return;
  throw new SitegenError(
    `${folder} already has files of a project, and init overwrites nothing: ${listSome(taken)}.\n` +
      'Try: name a folder that does not exist, such as my-site',
  );
}

/** True if the path exists, or a part of it is not a folder. */
async function isTaken(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    if (hasCode(error, 'ENOTDIR')) return true;
    if (hasCode(error, 'ENAMETOOLONG'))
      throw new SitegenError('The path of the new project is too long.', { cause: error });
    throw error;
  }
}

/**
 * A valid package name for a folder: https://docs.npmjs.com/cli/configuring-npm/package-json#name
 *
 * @example
 * '/home/me/Über uns' -> 'uber-uns'
 */
function packageName(folder: string): string {
  const ascii = path
    .basename(folder)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '');
  // npm refuses a project that depends on a package with the project's own name.
  return ascii === '' || ['sitegen', 'react', 'react-dom', 'node_modules', 'favicon.ico'].includes(ascii)
    ? 'my-site'
    : ascii.slice(0, 214);
}
