/** Determines the kind of a file by its name, and is the only gate between the files of a project and `out`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import { realPathIfExists, statIfExists } from '../shared/files.ts';
import { readPackage } from '../shared/find-package.ts';
import { foldersAround, isWithin, toPosix } from '../shared/paths.ts';
import { isPublishable } from './public-files.ts';
import { spawnSync } from 'node:child_process';
import { hasCode } from '../shared/errors.ts';
import { GIT_SETTINGS, gitEnvironment } from '../shared/git.ts';

export type Kind = 'code' | 'stylesheet' | 'content' | 'config' | 'asset';

/** Endings in lower case. Every other file is an asset, also one without an ending. */
const ENDINGS: Readonly<Record<Exclude<Kind, 'asset'>, readonly string[]>> = {
  code: 'cjs cts js jsx mjs mts node ts tsx'.split(' '),
  stylesheet: 'css less sass scss styl'.split(' '),
  content: 'markdown md mdown mdx mkd mkdn'.split(' '),
  config: 'cfg conf env ini json json5 jsonc properties toml yaml yml'.split(' '),
};

export const CONTENT_ENDINGS = ENDINGS.content;

const KINDS: ReadonlyMap<string, Kind> = new Map(
  (Object.keys(ENDINGS) as (keyof typeof ENDINGS)[]).flatMap((kind) =>
    ENDINGS[kind].map((ending) => [`.${ending}`, kind]),
  ),
);

/**
 * Compares endings in lower case: `secret.MD` is content, not a download.
 *
 * @param file a path or a name
 */
export function kindOf(file: string): Kind {
  const ending = /\.[^./\\]*$/.exec(file)?.[0] ?? ''; // also of `.env`
  return KINDS.get(ending.toLowerCase()) ?? 'asset';
}

/**
 * Code and content are found by their endings, so these have one spelling.
 *
 * @param file from the root
 * @returns an error that names the right spelling: `up.md` for `up.MD` and `up.markdown`
 */
export function checkEnding(file: string): Diagnostic | undefined {
  const kind = kindOf(file);
  if (kind !== 'code' && kind !== 'content') return undefined;
  const right = file.replace(/\.[^.]*$/, (ending) => {
    return kind === 'code' || /^\.mdx$/i.test(ending) ? ending.toLowerCase() : '.md';
  });
  if (right === file) return undefined;
  const message = `${file} is ignored: names of code and content end in lower case, and those of Markdown in .md.`;
  const hint = `rename it to ${path.posix.basename(right).replace(/^layout(?=\.[jt]sx$)/i, 'layout')}`;
  return error('file-extension', message, { place: { file }, hint });
}

/** The file that refers to another one. */
interface Referrer {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Absent for code, which is trusted. */
  readonly content?: ContentSource;
}

export interface ContentSource {
  /** From the root. */
  readonly file: string;
  /** See `contentFolder`. */
  readonly folder: string | undefined;
}

/** Why a file must not be published. */
export interface Refusal {
  /** The rest of a sentence whose subject is the file: `is hidden` */
  readonly reason: string;
  readonly hint: string;
}

/**
 * Everything that publishes a file, or puts its text into a page, asks here first. (For `public/`, see `choosePublicFiles`.)
 *
 * - Code is trusted. It may publish any file in the project, in its workspace or in a package, unless a name in its path is hidden.
 * - Content is not. It may publish assets in its own folder and in `public/`: no code, content or config, nothing hidden, and
 *   nothing that git ignores, unless git also ignores the content.
 *
 * Follows links first, so that none leads out of these folders.
 *
 * @param file absolute
 * @returns the file to read, without links
 */
export function mayPublish(file: string, { root, content }: Referrer): { readonly real: string } | Refusal {
  const real = realPathIfExists(file);
  if (real === undefined) return { reason: 'is a broken link, or cannot be read', hint: 'replace it with a file' };
  const refusal = content === undefined ? refuseToCode(root, file, real) : refuseToContent(root, file, real, content);
  if (refusal !== undefined) return refusal;
  if (statIfExists(real)?.isFile() !== true) return { reason: 'is not a regular file', hint: 'replace it with a file' };
  return { real };
}

/**
 * The folder from which content may publish files; no link in it may lead out of it. In the project, the first folder of its
 * path: `content` for `content/posts`. Outside of the project, the folder itself.
 *
 * @param folder of a page file, or of the pattern of a collection, from the root
 * @returns absolute; `undefined` for the root and the folders around it
 */
export function contentFolder(root: string, folder: string): string | undefined {
  const place = path.join(root, folder);
  if (!isWithin(root, place)) return isWithin(place, root) ? undefined : place;
  return foldersAround(place).findLast((one) => one !== root && isWithin(root, one));
}

/** For messages: `content/`, `../notes/` */
function nameOfFolder(root: string, folder: string): string {
  return `${toPosix(path.relative(root, folder))}/`;
}

/**
 * True if a file or folder with content does not lead out of `contentFolder` by a link.
 *
 * @param file from the root
 * @param target the same without links, absolute
 */
export function isInContentFolder(root: string, { file, folder }: ContentSource, target: string): boolean {
  if (folder !== undefined) return isWithin(realPathIfExists(folder) ?? folder, target);
  return path.dirname(target) === realPathIfExists(path.dirname(path.join(root, file)));
}

/** True for a link to a hidden file or folder. @param link from the root. @param target absolute, without links */
export function leadsToHidden(root: string, link: string, target: string): boolean {
  const around = path.dirname(path.join(root, link));
  return isHidden(realPathIfExists(around) ?? around, target);
}

/** True for a file or folder that code may refer to. @param target absolute, without links */
export function isReachableByCode(root: string, target: string): boolean {
  return trustedFolder(root, target) !== undefined;
}

const HIDDEN = { reason: 'is hidden: a name in its path begins with a dot', hint: 'rename or move it' };

const isHidden = (from: string, file: string): boolean =>
  /(?:^|\/)\.(?!\.?(?:\/|$))/.test(toPosix(path.relative(from, file)));

function refuseToContent(root: string, file: string, real: string, content: ContentSource): Refusal | undefined {
  const publicFolder = path.join(root, 'public');
  const inPublic = realPathIfExists(publicFolder);
  if (inPublic !== undefined && isWithin(inPublic, real))
    return isPublishable(toPosix(path.relative(inPublic, real))) ? undefined : HIDDEN;
  if (isHidden(root, file)) return HIDDEN;
  if (/[\\/]node_modules[\\/]/.test(file)) return { reason: 'belongs to a package', hint: 'copy it to public/' };
  const { folder } = content;
  const area = realPathIfExists(folder ?? '');
  if (folder === undefined || area === undefined || !isWithin(area, real))
    return describeOutside(root, folder, file, real);
  if (isHidden(area, real)) return HIDDEN;
  const reason = whyNoAsset([file, real]);
  if (reason !== undefined) return { reason, hint: 'move it to public/ if everyone may read it' };
  const source = path.join(root, content.file);
  const isIgnored = isIgnoredByGit(area, real) && !isIgnoredByGit(area, realPathIfExists(source) ?? source);
  return isIgnored ? { reason: 'is ignored by git', hint: 'add it to git, or move it to public/' } : undefined;
}

const REASONS: Readonly<Record<Exclude<Kind, 'asset'>, string>> = {
  code: 'is code',
  stylesheet: 'is a stylesheet',
  content: 'is the source of content, and neither a page nor in a collection',
  config: 'may be configuration',
};

/** Code may import a file without an ending, such as a licence. Content could name a key. */
function whyNoAsset(names: readonly string[]): string | undefined {
  const kind = names.map(kindOf).find((one) => one !== 'asset');
  if (kind !== undefined) return REASONS[kind];
  return names.some((name) => path.extname(name) === '') ? 'has no ending that says what it is' : undefined;
}

function describeOutside(root: string, folder: string | undefined, file: string, real: string): Refusal {
  const allowed = [...(folder === undefined ? [] : [nameOfFolder(root, folder)]), 'public/'].join(' and ');
  if (folder !== undefined && isWithin(folder, file))
    return { reason: `is a link to ${real}, outside of ${allowed}`, hint: 'replace the link with the file' };
  return { reason: `is outside of ${allowed}, from which this content may publish files`, hint: `move it there` };
}

function refuseToCode(root: string, file: string, real: string): Refusal | undefined {
  const base = trustedFolder(root, real);
  if (base === undefined) {
    const hint = 'copy it into the project, or import it from a package';
    return { reason: 'is outside of the project, its workspace and its packages', hint };
  }
  return isHidden(base, real) || /^\.(?!\.?$)/.test(path.basename(file)) ? HIDDEN : undefined;
}

/** @returns the folder around a file from which code may publish it. Folders of package managers are hidden: `.pnpm`, `.store` */
function trustedFolder(root: string, real: string): string | undefined {
  const [installed] = /^.*[\\/]node_modules(?:[\\/]\.store[\\/][^\\/]+)?(?=[\\/])/.exec(real) ?? [];
  if (installed !== undefined) return installed;
  const around = foldersAround(realPathIfExists(root) ?? root);
  const folders = [around[0], around.find(isWorkspace), around.find(isRepository), linkedPackageOf(root, real)];
  return folders.find((folder) => folder !== undefined && isWithin(folder, real));
}

/** True for a workspace of npm, Yarn or Bun, or of pnpm. */
const isWorkspace = (folder: string): boolean =>
  existsSync(path.join(folder, 'pnpm-workspace.yaml')) || readPackage(folder)?.workspaces !== undefined;

const isRepository = (folder: string): boolean => existsSync(path.join(folder, '.git'));

/** The package around a file, if it is linked into the project's `node_modules`. */
function linkedPackageOf(root: string, real: string): string | undefined {
  const folder = foldersAround(path.dirname(real)).find((one) => existsSync(path.join(one, 'package.json')));
  const { name } = (folder !== undefined && readPackage(folder)) || {};
  if (folder === undefined || typeof name !== 'string') return undefined;
  const links = foldersAround(root).map((around) => path.join(around, 'node_modules', name));
  return links.some((link) => realPathIfExists(link) === folder) ? folder : undefined;
}

/** The ignored files of folders. Owned by this file: a worker thread lives as long as a build, or a version of `serve`. */
const known = new Map<string, ReadonlySet<string>>();

/**
 * True for a file that git ignores: likely a secret, or something else that is not part of the site. Git does not ignore a file
 * that was added anyway. Without git, or outside of a repository, no file is ignored.
 *
 * @param folder that contains the file. Both are absolute, without links
 */
function isIgnoredByGit(folder: string, file: string): boolean {
  // A submodule has its own rules.
  const around = foldersAround(path.dirname(file)).find((one) => one === folder || existsSync(path.join(one, '.git')));
  if (around === undefined) return false;
  const ignored = known.get(around) ?? listIgnored(around);
  known.set(around, ignored);
  return ignored.has(toName(path.relative(around, file)));
}

/** One call for a folder takes 3 ms, as long as a call for one file. */
function listIgnored(folder: string): ReadonlySet<string> {
  const list = ['ls-files', '--others', '--ignored', '--exclude-standard', '-z'];
  const {
    error: failure,
    status,
    stdout,
    stderr,
  } = spawnSync('git', [...GIT_SETTINGS, ...list], {
    cwd: folder,
    encoding: 'utf8',
    env: gitEnvironment(),
    maxBuffer: Infinity,
  });
  if (failure !== undefined && hasCode(failure, 'ENOENT')) return new Set(); // git is not installed
  if (failure !== undefined) throw failure;
  if (status === 0) return new Set(stdout.split('\0').slice(0, -1).map(toName));
  if (stderr.includes('not a git repository')) return new Set();
  throw new Error(`git cannot list the files that it ignores in ${folder}: ${stderr.trim()}`);
}

/** macOS and git may encode "é" differently. */
function toName(file: string): string {
  return toPosix(file).normalize('NFC');
}
