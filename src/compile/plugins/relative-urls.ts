/** `new URL('./photo.jpg', import.meta.url)` and `new Worker(new URL('./worker.ts', import.meta.url))`. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PartialMessage } from 'esbuild';
import { hasCode } from '../../shared/errors.ts';
import type { Asset } from '../../shared/model.ts';
import { refuseAsset } from '../esbuild-message.ts';
import { IS_SCRIPT, packageOfFile } from '../module-graph.ts';
import { toPosix } from '../../shared/paths.ts';
import { readAsset } from '../read-asset.ts';
import { placeAt, printModule, type PrintedModule } from './print-module.ts';
import { LOCATIONS, type RewriteUrls } from './source-locations.ts';

/** Files that pages show. Code reads all others. */
const IS_SHOWN = /\.(avif|cur|eot|gif|ico|jpeg|jpg|mp4|otf|pdf|png|svg|ttf|webm|webp|woff|woff2)$/i;

/** An expression that refers to a file. */
export interface FileReference {
  /** Absolute. */
  readonly file: string;
  /** The query and hash of the address: `?v=1#a` */
  readonly search: string;
  readonly hash: string;
  /** True for the argument of `new Worker`, except with `{ type: 'module' }`. */
  readonly isClassic: boolean;
}

/** @returns the code that replaces the expression. `undefined` leaves it */
type Publish = (reference: FileReference) => Promise<Replacement | undefined>;

interface Replacement {
  /** Without the closing parenthesis. */
  readonly code?: string;
  /** At the end of the module, so that no other line moves. */
  readonly imported?: string;
  readonly errors?: readonly PartialMessage[];
  readonly warnings?: readonly PartialMessage[];
}

export interface RelativeUrls {
  readonly rewrite: RewriteUrls;
  /** Called when a run starts. */
  readonly start: () => void;
  /** The assets to publish, complete once the run ends. */
  readonly assets: readonly Asset[];
  /** Every file that was compiled or published, absolute. */
  readonly inputs: readonly string[];
}

/** For a script that refers to itself, whose name is a hash of its contents. */
export const ITSELF = 'itself';

/** A script for the browser, with the files that it refers to. The first asset is the script itself. */
export interface CompiledScript {
  readonly assets: readonly Asset[];
  readonly inputs: readonly string[];
  readonly errors: readonly PartialMessage[];
  readonly warnings: readonly PartialMessage[];
}

type Compile = (reference: FileReference) => Promise<CompiledScript | typeof ITSELF>;

/** In the browser, every file is published next to the script. Scripts are bundled. */
export function relativeUrlsInBrowser(root: string, compile: Compile): RelativeUrls {
  const assets: Asset[] = [];
  const inputs: string[] = [];
  const scripts = new Map<string, ReturnType<Compile>>();
  const publishScript: Compile = (reference) => {
    const key = `${reference.isClassic} ${reference.file}`;
    const known = scripts.get(key);
    if (known !== undefined) return known;
    const compiling = compile(reference).then((script) => {
      if (script === ITSELF) return script;
      assets.push(...script.assets);
      inputs.push(...script.inputs);
      return script;
    });
    scripts.set(key, compiling);
    return compiling;
  };
  const publishFile = async (file: string): Promise<CompiledScript> => {
    const refused = refuseAsset(root, file);
    if (refused !== undefined) return { assets: [], inputs: [], errors: [refused], warnings: [] };
    const asset = await readAsset(root, file);
    assets.push(asset);
    return { assets: [asset], inputs: [], errors: [], warnings: [] };
  };
  const publish: Publish = async (reference) => {
    const { file, search, hash } = reference;
    inputs.push(file);
    const isScript = IS_SCRIPT.test(file);
    const script = await (isScript ? publishScript(reference) : publishFile(file));
    if (script === ITSELF) return { code: 'new URL(import.meta.url' };
    const { assets: published, errors, warnings } = script;
    const address = `./${path.posix.basename(published[0]?.output ?? '')}${search}${hash}`;
    return { code: `new URL(${JSON.stringify(address)}, import.meta.url`, errors, warnings };
  };
  const start = () => {
    for (const list of [assets, inputs]) list.length = 0; // of the last run
    scripts.clear();
  };
  return { rewrite: rewriteUrls(publish, true), start, assets, inputs };
}

/**
 * In pages, an image is imported, and its address replaces the expression, without the base. Code of the page reads all other
 * files, so they keep the address of the source, as in Node.
 */
export function relativeUrlsInPages(root: string): RewriteUrls {
  let count = 0;
  const publish: Publish = ({ file, search, hash }) => {
    if (!IS_SHOWN.test(file)) return Promise.resolve(undefined);
    const refused = refuseAsset(root, file);
    if (refused !== undefined) return Promise.resolve({ errors: [refused] });
    count += 1;
    const name = `sitegenUrl${count}`;
    const parts = [name, JSON.stringify(search), JSON.stringify(hash)].join(', ');
    const create = '(pathname, search, hash, href) => ({ href, pathname, search, hash, toString: () => href })';
    const href = `${name} + ${JSON.stringify(search + hash)}`;
    const code = `(${create})(${parts}, ${href}`;
    return Promise.resolve({ code, imported: `import ${name} from ${JSON.stringify(`${file}?url`)};` });
  };
  return rewriteUrls(publish, false);
}

/**
 * Unresolved addresses are errors in site code. Users cannot correct a package, and it may not even run that code.
 *
 * @param isBrowser true if code cannot use a location that is not replaced
 */
function rewriteUrls(publish: Publish, isBrowser: boolean): RewriteUrls {
  return async (source, text) => {
    const isForeign = packageOfFile(toPosix(source)) !== undefined;
    if (!isBrowser && isForeign) return { contents: text }; // Node loads it
    const { found, others } = findUrls(await printModule({ file: source, text, define: LOCATIONS }));
    const edits: Edit[] = [];
    const folders: number[] = []; // packages add a name to them
    const problems: PartialMessage[] = [];
    for (const use of found.filter(({ isIgnored }) => !isIgnored)) {
      const kind = await targetKind(source, use.address);
      const isNeeded = isBrowser || IS_SHOWN.test(use.address.replace(/[?#].*/, ''));
      const replacement = kind === 'file' ? await publish(referenceOf(source, use)) : undefined;
      if (replacement !== undefined) edits.push({ use, replacement: located(replacement, use, text, source) });
      if (kind === 'folder' && isForeign) folders.push(use.start);
      else if ((kind === 'missing' || kind === 'folder') && isNeeded)
        problems.push(describeMissing(kind, use, text, source));
    }
    const isForBundlers = isForeign && edits.length > 0;
    const left = isBrowser && !isForBundlers ? [...others, ...folders] : [];
    problems.push(...left.map((offset) => describeOther(offset, text, source)));
    const messages = (severity: 'errors' | 'warnings') => [
      ...edits.flatMap(({ replacement }) => replacement[severity] ?? []),
      ...(isForeign === (severity === 'warnings') ? problems : []),
    ];
    return { contents: applyEdits(text, edits), errors: messages('errors'), warnings: messages('warnings') };
  };
}

interface Edit {
  readonly use: UrlUse;
  readonly replacement: Replacement;
}

/** A call of `new URL`. */
interface UrlUse {
  /** The offset of the call. */
  readonly start: number;
  /** The offset of the last argument. */
  readonly base: number;
  readonly address: string;
  /** As in `FileReference`. */
  readonly isClassic: boolean;
  /** True if a comment asks bundlers to leave it. */
  readonly isIgnored: boolean;
}

const COMMENT = String.raw`(?:/\*(?:(?!\*/)[^])*\*/|//.*)`;

const COMMENTS = String.raw`\s*(?:${COMMENT}\s*)*`;

const LITERAL = String.raw`(?:"([^"\\\n]*)"|'([^'\\\n]*)'|` + '`((?:[^`\\\\$]|\\$(?!\\{))*)`)';

const LOCATION = `(?:${Object.values(LOCATIONS).join('|')})`;

const URL_CALL = new RegExp(
  String.raw`(\bnew (?:Shared)?Worker\(${COMMENTS})?\bnew URL\(${COMMENTS}${LITERAL},${COMMENTS}(${LOCATION})\s*\)`,
  'g',
);

/** The rest of the call of a worker that is a module: `, { name: "sum", type: "module" })`. */
const MODULE_TYPE = new RegExp(
  String.raw`^,${COMMENTS}\{(?:(?:[^{}"'/\x60]|${COMMENT}|${LITERAL})*?,)?${COMMENTS}["']?type["']?:\s*["'\x60]module["'\x60]`,
);

/** @returns the addresses that code resolves against its location, and the offsets of locations that it uses in other ways */
function findUrls({ code, offsetOf }: PrintedModule): { found: UrlUse[]; others: number[] } {
  const found = [...code.matchAll(URL_CALL)].flatMap((call) => {
    const { 0: all, 1: worker = '', 2: double, 3: single, 4: template, 5: location = '', index } = call;
    const start = offsetOf(index + worker.length);
    const base = offsetOf(index + all.lastIndexOf(location));
    if (start === undefined || base === undefined) return [];
    const address = double ?? single ?? template ?? '';
    const isIgnored = /@vite-ignore|webpackIgnore:\s*true/.test(all);
    const isClassic = worker !== '' && !MODULE_TYPE.test(code.slice(index + all.length));
    return { start, base, address, isClassic, isIgnored };
  });
  const bases = new Set(found.map(({ base }) => base));
  const locations = [...code.matchAll(new RegExp(String.raw`(?<![\w$.])${LOCATION}\b`, 'g'))];
  const offsets = locations.flatMap(({ index }) => offsetOf(index) ?? []);
  return { found, others: offsets.filter((offset) => !bases.has(offset)) };
}

/** `elsewhere`: an address that is not relative. */
async function targetKind(source: string, address: string): Promise<'file' | 'folder' | 'missing' | 'elsewhere'> {
  const base = pathToFileURL(source).href;
  if (address.startsWith('/') || !URL.canParse(address, base)) return 'elsewhere';
  const url = new URL(address, base);
  if (url.protocol !== 'file:' || /%2f/i.test(url.pathname)) return 'elsewhere';
  try {
    return (await stat(fileURLToPath(url))).isDirectory() ? 'folder' : 'file';
  } catch (failure) {
    if (hasCode(failure, 'ENOENT', 'ENOTDIR')) return 'missing';
    throw failure;
  }
}

function referenceOf(source: string, { address, isClassic }: UrlUse): FileReference {
  const url = new URL(address, pathToFileURL(source));
  return { file: fileURLToPath(url), search: url.search, hash: url.hash, isClassic };
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const last = edits.toSorted((a, b) => b.use.start - a.use.start);
  const edited = last.reduce((all, { use: { start, base }, replacement: { code = '' } }) => {
    const after = all.slice(base).replace(/^(?:import\s*\.\s*meta\s*\.\s*)?[\w$]+/, '');
    const lines = all.slice(start, all.length - after.length).replace(/[^\n]+/g, ''); // so that later ones do not move
    return all.slice(0, start) + code + lines + after;
  }, text);
  return [edited, ...edits.flatMap(({ replacement: { imported } }) => imported ?? [])].join('\n');
}

/** Adds the place of the expression to errors that have none. */
function located(replacement: Replacement, { start }: UrlUse, text: string, source: string): Replacement {
  const { errors = [] } = replacement;
  return { ...replacement, errors: errors.map((one) => ({ ...messageAt('', start, text, source), ...one })) };
}

function describeMissing(
  kind: 'folder' | 'missing',
  { address, start }: UrlUse,
  text: string,
  source: string,
): PartialMessage {
  const problem = kind === 'folder' ? 'is a folder, which browsers cannot load' : 'does not exist';
  const notes = [{ text: 'correct the address: it is relative to this file' }];
  return { ...messageAt(`The file "${address}" ${problem}`, start, text, source), notes };
}

function describeOther(offset: number, text: string, source: string): PartialMessage {
  const name = packageOfFile(toPosix(source));
  const user = name === undefined ? 'browser code' : `browser code of the package "${name}"`;
  const message = `\`import.meta\` in ${user} is the location of the published script, not of its source`;
  const advice =
    name === undefined
      ? "refer to a file by a literal address: `new URL('./file.svg', import.meta.url)`"
      : 'look in its documentation for a way to pass the address of its files';
  return { ...messageAt(message, offset, text, source), notes: [{ text: advice }] };
}

function messageAt(text: string, offset: number, contents: string, source: string): PartialMessage {
  return { text, location: { file: source, ...placeAt(contents, offset) } };
}
