/** `import.meta.glob('./posts/*.json', { eager: true })`, as in Vite: https://vite.dev/guide/features#glob-import */
import path from 'node:path';
import vm from 'node:vm';
import type { OnLoadResult, PartialMessage, PluginBuild } from 'esbuild';
import { escapePath, findMatching } from '../../shared/glob.ts';
import { isCode } from '../../shared/asset-files.ts';
import { isReachableByCode } from '../../project/kinds.ts';
import { toPosix } from '../../shared/paths.ts';
import { refuseAsset, toMessage } from '../esbuild-message.ts';
import { GLOB, type GlobSettings, type SourceCode } from '../module-graph.ts';
import { placeAt, printModule } from './print-module.ts';

/** Stands for `import.meta.glob` in compiled code. */
const FUNCTION = 'IMPORT_META_GLOB';

/** For a run of esbuild with `loadGlobs`. */
export const GLOBS = { 'import.meta.glob': FUNCTION } as const;

/** The namespace of modules that define the function, one for each file that calls it. */
const CALLS = 'glob-calls';

/** @returns code for the end of a file, so that no line moves; none if the file does not mention `import.meta.glob` */
export function importOfGlobs(root: string, file: string, contents: string): string {
  if (!/\bimport\s*\.\s*meta\s*\.\s*glob\b/.test(contents)) return '';
  const name = `${CALLS}:${toPosix(path.relative(root, file))}`;
  return `\nimport { ${FUNCTION} } from ${JSON.stringify(name)};`;
}

/** Compiles every call of a file to a module, whose imports are the files that match. */
export function loadGlobs(build: PluginBuild, { read }: SourceCode): void {
  const root = build.initialOptions.absWorkingDir ?? '';
  build.onResolve({ filter: new RegExp(`^(?:${CALLS}|${GLOB}):`) }, ({ path: specifier }) => {
    const [namespace, name] = splitAt(specifier, ':');
    return { path: name, namespace };
  });
  build.onLoad({ filter: /^/, namespace: CALLS }, async ({ path: file }) =>
    loadCalls(root, file, await read(path.join(root, file))),
  );
  build.onLoad({ filter: /^/, namespace: GLOB }, async ({ path: name }) => {
    const [importer, json] = splitAt(name, '?');
    const settings = JSON.parse(json) as GlobSettings;
    const { patterns, exhaustive, place } = settings;
    const mayFollow = (_link: string, target: string) => isReachableByCode(root, target);
    const { files, problems } = await findMatching({ root, patterns, exhaustive, mustExist: false, mayFollow });
    const matching = files.filter((file) => file !== importer);
    const refused = matching.flatMap((file) => refuseMatch(root, file, settings) ?? []);
    const errors = [...problems.map(toMessage), ...refused];
    if (errors.length > 0) return { errors: errors.map((one) => ({ ...one, location: { file: importer, ...place } })) };
    return { contents: moduleOf(root, importer, settings, matching), loader: 'js', resolveDir: root };
  });
}

/** Code is not published as it is. @param file from the root */
function refuseMatch(root: string, file: string, { query }: GlobSettings): PartialMessage | undefined {
  return query !== '' || !isCode(file) ? refuseAsset(root, path.join(root, file)) : undefined;
}

function splitAt(text: string, separator: string): [before: string, after: string] {
  const index = text.indexOf(separator);
  return [text.slice(0, index), text.slice(index + 1)];
}

/** @param files from the root */
function moduleOf(root: string, importer: string, settings: GlobSettings, files: readonly string[]): string {
  const { isRelative, isEager, exported, query } = settings;
  const folder = path.posix.dirname(importer);
  const keyOf = (file: string) => {
    const relative = path.posix.relative(folder, file);
    return isRelative ? relative.replace(/^(?!\.\.\/)/, './') : `/${file}`;
  };
  const specifier = (file: string) => JSON.stringify(toPosix(path.join(root, file)) + query);
  const isWhole = exported === '*';
  const imports = files.map((file, index) => {
    return `import ${isWhole ? `* as m${index}` : `{ ${JSON.stringify(exported)} as m${index} }`} from ${specifier(file)};`;
  });
  const member = isWhole ? '' : `.then((m) => m[${JSON.stringify(exported)}])`;
  const entries = files.map((file, index) => {
    return `${JSON.stringify(keyOf(file))}: ${isEager ? `m${index}` : `() => import(${specifier(file)})${member}`},`;
  });
  return [...(isEager ? imports : []), 'export default () => ({', ...entries, '});'].join('\n');
}

/** The function finds the module of a call by its arguments, which are literals. */
async function loadCalls(root: string, file: string, text: string): Promise<OnLoadResult> {
  const { code, offsetOf } = await printModule({ file, text, define: GLOBS });
  const calls = new Map<string, GlobSettings>();
  const errors: PartialMessage[] = [];
  for (const { index } of code.matchAll(new RegExp(String.raw`\b${FUNCTION}\b`, 'g'))) {
    const given = parseArguments(code, index + FUNCTION.length);
    const settings = given === undefined ? NOT_LITERAL : toSettings(path.posix.dirname(file), given);
    const offset = offsetOf(index);
    if (offset === undefined) continue; // in a string
    const place = placeAt(text, offset);
    if (typeof settings !== 'string') calls.set(JSON.stringify(given), { ...settings, place });
    else errors.push({ text: settings, location: { file, ...place } });
  }
  const imports = [...calls.values()].map((settings, index) => {
    return `import glob${index} from ${JSON.stringify(`${GLOB}:${file}?${JSON.stringify(settings)}`)};`;
  });
  const entries = [...calls.keys()].map((key, index) => `${JSON.stringify(key)}: glob${index},`);
  const contents = `${imports.join('\n')}
const globs = { ${entries.join(' ')} };
export const ${FUNCTION} = (...given) => globs[JSON.stringify(given)]();`;
  return errors.length > 0 ? { errors } : { contents, loader: 'js', resolveDir: root };
}

const NOT_LITERAL =
  'import.meta.glob must be called with literals, because its files are found when the site is compiled';

/** Comments, strings, names of properties, booleans and brackets, in the code that esbuild writes: without types. */
const TOKEN =
  /\s*(?:\/\/.*|\/\*[^]*?\*\/|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|`(?:[^`\\$]|\\[^]|\$(?!\{))*`|(?:true|false)\b|[\w$]+(?=:)|([([{])|([)\]}])|[,:])/y;

/** @param start where the parentheses begin. @returns `undefined` unless all arguments are literals */
function parseArguments(code: string, start: number): readonly unknown[] | undefined {
  const token = new RegExp(TOKEN);
  token.lastIndex = start;
  if (code.charAt(start) !== '(') return undefined;
  for (let depth = 0; ;) {
    const [found, opening, closing] = token.exec(code) ?? [];
    if (found === undefined) return undefined;
    depth += opening === undefined ? 0 : 1;
    depth -= closing === undefined ? 0 : 1;
    if (depth === 0) break;
  }
  return vm.runInNewContext(`[${code.slice(start + 1, token.lastIndex - 1)}]`) as readonly unknown[];
}

/** @returns a message if the arguments are wrong */
function toSettings(
  folder: string,
  [pattern, options = {}, ...others]: readonly unknown[],
): Omit<GlobSettings, 'place'> | string {
  const patterns: readonly unknown[] = Array.isArray(pattern) ? pattern : [pattern];
  const wrong = patterns.find((one) => !/^!?(?:\.{0,2}\/|\*\*\/)/.test(String(one)));
  if (patterns.length === 0 || others.length > 0 || patterns.some((one) => typeof one !== 'string')) return NOT_LITERAL;
  if (wrong !== undefined) return `The pattern ${JSON.stringify(wrong)} must start with "./", "../", "/" or "**/"`;
  const {
    eager = false,
    import: exported = '*',
    query = '',
    exhaustive = false,
    ...unknown
  } = Object(options) as Options;
  const [name] = Object.keys(unknown);
  if (name !== undefined) return `import.meta.glob does not have the option \`${name}\``;
  if (typeof query !== 'string') return 'The `query` of import.meta.glob must be a string, such as "?raw"';
  const texts = patterns.map(String);
  return {
    patterns: texts.map((one) => fromRoot(folder, one)),
    isRelative: texts.every((one) => /^[!.]/.test(one)),
    isEager: eager === true,
    exported: String(exported),
    query: query.replace(/^(?=[^?])/, '?'),
    exhaustive: exhaustive === true,
  };
}

type Options = Readonly<Record<'eager' | 'import' | 'query' | 'exhaustive', unknown>>;

/** `./posts/*.md` in templates/pages -> `templates/pages/posts/*.md` */
function fromRoot(folder: string, pattern: string): string {
  const [negation, positive] = pattern.startsWith('!') ? ['!', pattern.slice(1)] : ['', pattern];
  if (positive.startsWith('**')) return pattern;
  if (positive.startsWith('/')) return negation + positive.slice(1);
  return negation + path.posix.join(escapePath(folder), positive);
}
