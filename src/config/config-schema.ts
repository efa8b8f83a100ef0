/** The options of a config file, and the messages for invalid ones. */
import * as v from 'valibot';
import { SUFFIXES } from '../hosts/compression.ts';
import type { Encoding, HostName } from '../api/host.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { decodePath } from '../shared/address.ts';
import { CHECKS, CODES, error, type Code, type Diagnostic } from '../shared/diagnostics.ts';
import { lookUp } from '../shared/records.ts';
import { suggestName } from '../shared/suggest-name.ts';

const isOrigin = (value: string) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
const isBase = (value: string) => /^\/([\w.~-]+\/)*$/.test(value);

/** Rejects arrays, which are objects as well. */
function noArray(schema: v.GenericSchema): v.GenericSchema {
  return v.pipe(
    v.unknown(),
    v.check((value) => !Array.isArray(value)),
    schema,
  );
}

/** Also rejects names that objects inherit: `toString`. */
function strict<Entries extends v.ObjectEntries>(entries: Entries) {
  const schema = v.strictObject(Object.assign(Object.create(null), entries) as Entries);
  return Object.assign(noArray(schema), { entries });
}

const site = v.pipe(v.string(), v.check(isOrigin));
const base = v.pipe(v.string(), v.check(isBase));
const isPrefix = (value: string) =>
  value.endsWith('/') &&
  !/[?#\s]/.test(value) &&
  /^(https?:\/\/|\/(?!\/))/.test(value) &&
  URL.canParse(value, 'http://localhost');
const text = v.pipe(v.string(), v.nonEmpty());
const color = v.pipe(v.string(), v.hexColor());
const manifest = strict({
  name: text,
  shortName: v.optional(text),
  themeColor: v.optional(color),
  backgroundColor: v.optional(color),
});
const islands = strict({
  runtime: v.optional(v.picklist(['react', 'preact'])),
  split: v.optional(v.boolean()),
});
const isFunction = (value: unknown) => typeof value === 'function';
/** `plugin`, `[plugin, …options]` */
const isPlugin = (value: unknown) => isFunction(value) || isFunction((Object(value) as { default?: unknown }).default);
const plugins = v.array(v.custom((value) => isPlugin(Array.isArray(value) ? value[0] : value)));
const markdown = strict({
  html: v.optional(v.boolean()),
  slugs: v.optional(v.union([v.literal('github'), v.custom(isFunction)])),
  plugins: v.optional(plugins),
});
const mdx = strict({ remarkPlugins: v.optional(plugins), rehypePlugins: v.optional(plugins) });
const limits = strict({
  seconds: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(3600))),
  memory: v.optional(v.pipe(v.number(), v.integer(), v.minValue(64), v.maxValue(65_536))),
});
const amount = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)));
const budgets = strict({ html: amount, css: amount, js: amount });
const isPath = (value: string) => /^\/(?!.*\/\/)\S*$/.test(value) && hasNames(decodePath(value));
/** Browsers read a backslash in a path as a slash. */
const isTo = (value: string) =>
  (/^\/(?!\/)[^\s\\?#\p{Cs}]*(?:[?#][^\s\p{Cs}]*)?$/u.test(value) &&
    decodePath(value.replace(/[?#].*/, '')) !== undefined) ||
  (/^https?:/.test(value) && URL.canParse(value));
const redirects = noArray(v.record(v.pipe(v.string(), v.check(isPath)), v.pipe(v.string(), v.check(isTo))));
/** https://www.rfc-editor.org/rfc/rfc9110#section-5.5, without `$`, which starts a variable for some hosts. */
const header = v.union([v.pipe(v.string(), v.regex(/^[\x20-#%-\x7e]+$/)), v.literal(false)]);
/** Without those that a build sets for each file. */
const headerName = v.pipe(v.string(), v.regex(/^(?!(?:cache-control|content-type)$)\w[\w-]*$/i));
const headers = noArray(v.record(headerName, header));
const severity = v.optional(v.picklist(['off', 'warning', 'error']));
const checks = strict(Object.fromEntries(CHECKS.map((code) => [code, severity])));
/** `/` would declare every address. */
const isElsewhere = (value: string) => value !== '/' && isPath(value);
const hostNames = Object.keys(HOSTS) as HostName[];
const encodings = Object.keys(SUFFIXES) as Encoding[];
const userConfig = strict({
  site: v.optional(site),
  base: v.optional(base),
  assetPrefix: v.optional(v.pipe(v.string(), v.check(isPrefix))),
  out: v.optional(text),
  manifest: v.optional(manifest),
  islands: v.optional(islands),
  external: v.optional(v.array(v.pipe(v.string(), v.regex(/^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/)))),
  limits: v.optional(limits),
  markdown: v.optional(markdown),
  mdx: v.optional(mdx),
  budgets: v.optional(budgets),
  hosts: v.optional(v.array(v.picklist(hostNames))),
  compress: v.optional(v.array(v.picklist(encodings))),
  headers: v.optional(headers),
  redirects: v.optional(redirects),
  trailingSlash: v.optional(v.boolean()),
  elsewhere: v.optional(v.array(v.pipe(v.string(), v.check(isElsewhere)))),
  gone: v.optional(v.array(v.pipe(v.string(), v.check(isPath)))),
  text: v.optional(v.boolean()),
  watch: v.optional(v.array(text)),
  checks: v.optional(checks),
  keepAssets: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))),
});

/** The objects with fixed keys. */
const OBJECTS = { '': userConfig, manifest, islands, markdown, mdx, limits, budgets, checks };

/** For messages: see `isPath`. */
const PATH =
  'percent-encoded, and without "//", "*", "?", "#", "%", backslashes, control characters and slashes within a name ("%2F"), also if they are encoded';

const PLUGIN = 'Each is a function, as the package exports it, or [function, options]';

/** The expected value of each option, for messages. */
const EXPECTED: Readonly<Record<string, string>> = {
  '': `an object with ${listKeys(userConfig.entries)}`,
  site: 'an origin without a trailing slash, like "https://www.example.com"',
  base: 'a path that starts and ends with a slash, like "/docs/", of letters a-z, digits, ".", "_", "~" and "-"',
  assetPrefix: 'an address or a path that ends with a slash, like "https://cdn.example.com/"',
  out: 'a folder, like "out"',
  manifest: `an object with ${listKeys(manifest.entries)}, of which the first is required`,
  'manifest.name': 'the name of the site',
  'manifest.shortName': 'a short name of the site',
  'manifest.themeColor': 'a colour like "#0f1e28"',
  'manifest.backgroundColor': 'a colour like "#ffffff"',
  islands: `an object with ${listKeys(islands.entries)}`,
  'islands.runtime': '"react" or "preact"',
  'islands.split': 'true or false',
  markdown: `an object with ${listKeys(markdown.entries)}`,
  'markdown.html': 'true or false',
  'markdown.slugs': '"github", or a function from the text of a heading to an id',
  'markdown.plugins': `a list of plug-ins of markdown-it. ${PLUGIN}`,
  mdx: `an object with ${listKeys(mdx.entries)}`,
  'mdx.remarkPlugins': `a list of plug-ins of remark. ${PLUGIN}`,
  'mdx.rehypePlugins': `a list of plug-ins of rehype. ${PLUGIN}`,
  budgets: `an object with ${listKeys(budgets.entries)}`,
  'budgets.html': 'a whole number of bytes',
  'budgets.css': 'a whole number of bytes',
  'budgets.js': 'a whole number of bytes',
  hosts: `a list of ${listOr(hostNames)}`,
  compress: `a list of ${listOr(encodings)}`,
  headers: 'an object with a string or false for each header name',
  'headers key': 'the name of a header other than "Cache-Control" and "Content-Type", which a build sets for each file',
  'headers value': 'a string of printable ASCII characters other than "$", or false',
  redirects: 'an object from old paths to new paths or addresses, like { "/old/": "/new/" }',
  'redirects key': `an old path like "/old/": ${PATH}`,
  'redirects value':
    'a path like "/new/", percent-encoded and without backslashes, or an address like "https://www.example.com/"',
  external: 'a list of names of packages, like "sharp"',
  trailingSlash: 'true or false',
  elsewhere: `a list of paths like "/api/": ${PATH}`,
  gone: `a list of paths like "/old/": ${PATH}`,
  text: 'true or false',
  watch: 'a list of folders, like "../content"',
  checks: 'an object from codes of docs/errors.md to "off", "warning" or "error"',
  keepAssets: 'a whole number of builds from 0 to 100',
  limits: `an object with ${listKeys(limits.entries)}`,
  'limits.seconds': 'a number of seconds from 1 to 3600',
  'limits.memory': 'a whole number of megabytes from 64 to 65536',
};

/**
 * @param written the export of a config file; `undefined` when there is none
 * @param where its name in messages
 * @returns all mistakes
 */
export function checkConfig(written: unknown, where: string): Diagnostic[] {
  if (written === undefined) {
    const hint = 'write `export default { … }`; without options, remove the file';
    return [error('config-invalid', `${where} has no default export, so it has no effect.`, { hint })];
  }
  return check(userConfig, written, where, { place: { file: where } });
}

/** Checks a base from the command line. */
export function checkBase(written: string | undefined): Diagnostic[] {
  return check(strict({ base: v.optional(base) }), { base: written }, 'the command line', {});
}

function check(
  schema: v.GenericSchema,
  value: unknown,
  where: string,
  details: Pick<Diagnostic, 'place'>,
): Diagnostic[] {
  const { issues = [] } = v.safeParse(schema, value);
  return issues.map((issue) => {
    const key = v.getDotPath(issue) ?? '';
    const parent = key.split('.').slice(0, -1).join('.');
    if (issue.type === 'strict_object' && issue.expected === 'never')
      return error('config-invalid', `${where} ${describeUnknown(key, parent)}`, details);
    const [name = ''] = key.split('.');
    const part = `${name} ${issue.path?.at(-1)?.origin}`;
    const expected = EXPECTED[key] ?? EXPECTED[part] ?? EXPECTED[parent] ?? EXPECTED[name];
    const message = `${where} has an invalid value${key && ` for "${key}"`}: ${show(issue.input)}. Expected ${expected}.`;
    return error('config-invalid', message, details);
  });
}

/** @param key of an option that does not exist: `sight`, `checks.h1-cuont` */
function describeUnknown(key: string, parent: string): string {
  const name = parent === '' ? key : key.slice(parent.length + 1);
  if (parent === 'checks' && CODES.includes(name as Code)) {
    return `changes the check "${name}", which stays an error: a part of the site would be missing or broken.`;
  }
  const names = Object.keys(lookUp<{ readonly entries: object }>(OBJECTS, parent)?.entries ?? {});
  const meant = suggestName(name, names);
  const advice = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const what = parent === 'checks' ? `check "${name}"` : `option "${key}"`;
  return `has an unknown ${what}.${advice || ` Expected ${EXPECTED[parent]}.`}`;
}

/** `undefined` and functions have no JSON. */
function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

/**
 * False for names that a URL cannot contain, and for characters that some hosts do not find in an address, or read as a wildcard
 * or an escape.
 *
 * @param path decoded
 */
function hasNames(path: string | undefined): boolean {
  return (
    path !== undefined && !/[\p{Cc}\p{Cs}\\*%?#]/u.test(path) && !path.split('/').some((name) => /^\.\.?$/.test(name))
  );
}

function listOr(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

function listKeys(entries: Readonly<Record<string, unknown>>): string {
  return Object.keys(entries)
    .map((key) => `"${key}"`)
    .join(', ');
}
