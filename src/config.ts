import path from 'node:path';
import * as v from 'valibot';
import type { UserConfig } from './user-config.ts';
import { SitegenError } from './errors.ts';
import { canCompress, SUFFIXES } from './compress.ts';
import type { Encoding, HostName } from './hosts/host.ts';
import { HOSTS } from './hosts/hosts.ts';
import type { Config, Diagnostic, Limits } from './model.ts';
import { isWithin } from './paths.ts';

/** What was given on the command line in place of the config file. */
export interface Overrides {
  readonly out?: string;
  readonly base?: string;
}

/**
 * Types a config file: `export default defineConfig({ site: 'https://www.example.com' })`.
 *
 * @returns what it was given
 */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}

const isOrigin = (value: string) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
const isBase = (value: string) => /^\/([\w.~-]+\/)*$/.test(value);

const site = v.pipe(v.string(), v.check(isOrigin));
const base = v.pipe(v.string(), v.check(isBase));
const isPrefix = (value: string) =>
  value.endsWith('/') &&
  !/[?#\s]/.test(value) &&
  /^(https?:\/\/|\/(?!\/))/.test(value) &&
  URL.canParse(value, 'http://localhost');
const text = v.pipe(v.string(), v.nonEmpty());
const color = v.pipe(v.string(), v.hexColor());
const manifest = v.strictObject({
  name: text,
  shortName: v.optional(text),
  themeColor: v.optional(color),
  backgroundColor: v.optional(color),
});
const islands = v.strictObject({
  runtime: v.optional(v.picklist(['react', 'preact'])),
  split: v.optional(v.boolean()),
});
const limits = v.strictObject({
  seconds: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(3600))),
  memory: v.optional(v.pipe(v.number(), v.integer(), v.minValue(64), v.maxValue(65_536))),
});
const amount = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)));
const budgets = v.strictObject({ html: amount, css: amount, js: amount, requests: amount });
const isFrom = (value: string) => /^\/(?!\/)[^?#*\s]*$/.test(value) && isEncodedWell(value);
const isTo = (value: string) =>
  (/^\/(?!\/)\S*$/.test(value) && isEncodedWell(value)) || (/^https?:/.test(value) && URL.canParse(value));
const redirects = v.record(v.pipe(v.string(), v.check(isFrom)), v.pipe(v.string(), v.check(isTo)));
/** https://www.rfc-editor.org/rfc/rfc9110#section-5.5; what hosts' own files cannot quote is left out. */
const header = v.union([v.pipe(v.string(), v.regex(/^[\x20-\x7e]+$/)), v.literal(false)]);
const headers = v.record(v.pipe(v.string(), v.regex(/^[\w-]+$/)), header);
const hostNames = Object.keys(HOSTS) as HostName[];
const encodings = (Object.keys(SUFFIXES) as Encoding[]).filter(canCompress);
const userConfig = v.strictObject({
  site: v.optional(site),
  base: v.optional(base),
  assetPrefix: v.optional(v.pipe(v.string(), v.check(isPrefix))),
  out: v.optional(text),
  manifest: v.optional(manifest),
  islands: v.optional(islands),
  limits: v.optional(limits),
  budgets: v.optional(budgets),
  hosts: v.optional(v.array(v.picklist(hostNames))),
  compress: v.optional(v.array(v.picklist(encodings))),
  headers: v.optional(headers),
  redirects: v.optional(redirects),
  keepAssets: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))),
});

/** Far more than pages take, and less than hosts have. */
export const DEFAULT_LIMITS: Limits = { seconds: 60, memory: 1024 };

/** What each value should have been, by its key. */
const EXPECTED: Readonly<Record<string, string>> = {
  '': `an object, with ${listKeys(userConfig.entries)}`,
  site: 'an origin without a slash at the end, like "https://www.example.com"',
  base: 'a path that starts and ends with a slash, like "/docs/", of letters a-z, digits, ".", "_", "~" and "-"',
  assetPrefix: 'an address or a path that ends with a slash, like "https://cdn.example.com/"',
  out: 'a folder, like "out"',
  manifest: `an object, with ${listKeys(manifest.entries)}, of which the first has to be there`,
  'manifest.name': 'the name of the site',
  'manifest.shortName': 'a short name of the site',
  'manifest.themeColor': 'a colour like "#0f1e28"',
  'manifest.backgroundColor': 'a colour like "#ffffff"',
  islands: `an object, with ${listKeys(islands.entries)}`,
  'islands.runtime': '"react" or "preact"',
  'islands.split': 'true or false',
  budgets: `an object, with ${listKeys(budgets.entries)}`,
  'budgets.html': 'a whole number of bytes',
  'budgets.css': 'a whole number of bytes',
  'budgets.js': 'a whole number of bytes',
  'budgets.requests': 'a whole number',
  hosts: `a list of ${listOr(hostNames)}`,
  compress: `a list of ${listOr(encodings)} on this version of Node`,
  headers: 'an object with a text for the name of each header, or false',
  redirects:
    'an object with a path or an address for each path that has moved, like { "/old/": "/new/" }; no "*", "?", "#" or space in the first',
  keepAssets: 'a whole number of builds from 0 to 100',
  limits: `an object, with ${listKeys(limits.entries)}`,
  'limits.seconds': 'a number of seconds from 1 to 3600',
  'limits.memory': 'a whole number of megabytes from 64 to 65536',
};

/**
 * Checks and completes what the user wrote.
 *
 * @param root the project's folder, absolute
 * @param file the config file's name, for messages; absent when there is none
 * @param written what it exports
 * @throws {SitegenError} with every mistake there is
 */
export function completeConfig(root: string, file: string | undefined, written: unknown, overrides: Overrides): Config {
  const mistakes = [
    ...check(userConfig, written ?? {}, file ?? 'the config'),
    ...check(v.strictObject({ base: v.optional(base) }), { base: overrides.base }, 'the command line'),
  ];
  if (mistakes.length > 0) throw new SitegenError('The config is not right.', { diagnostics: mistakes });
  const config = (written ?? {}) as UserConfig;
  return Object.freeze({
    root,
    out: checkOut(root, path.resolve(root, overrides.out ?? config.out ?? 'out')),
    site: config.site,
    base: overrides.base ?? config.base ?? '/',
    assetPrefix: config.assetPrefix ?? overrides.base ?? config.base ?? '/',
    manifest: config.manifest,
    runtime: config.islands?.runtime ?? 'react',
    split: config.islands?.split,
    limits: { ...DEFAULT_LIMITS, ...config.limits },
    budgets: config.budgets ?? {},
    keepAssets: config.keepAssets ?? 2,
    hosts: config.hosts ?? [],
    compress: config.compress ?? [],
    headers: config.headers ?? {},
    redirects: Object.entries(config.redirects ?? {}).map(([from, to]) => ({ from: decodeURI(from), to })),
  });
}

function check(schema: v.GenericSchema, value: unknown, where: string): Diagnostic[] {
  const { issues = [] } = v.safeParse(schema, value);
  return issues.map((issue) => {
    const key = v.getDotPath(issue) ?? '';
    const parent = key.split('.').slice(0, -1).join('.');
    const message =
      issue.type === 'strict_object' && issue.expected === 'never'
        ? `${where} has "${key}", and there is no such option. It should be ${EXPECTED[parent]}.`
        : `${where} has ${JSON.stringify(issue.input) ?? String(issue.input)} for "${key}". It should be ${EXPECTED[key] ?? EXPECTED[parent] ?? EXPECTED[key.split('.')[0] ?? '']}.`;
    return { code: 'config-invalid', severity: 'error', message };
  });
}

function isEncodedWell(address: string): boolean {
  try {
    return decodeURI(address) !== '';
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

function listOr(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

function listKeys(entries: Readonly<Record<string, unknown>>): string {
  return Object.keys(entries)
    .map((key) => `"${key}"`)
    .join(', ');
}

/** A build replaces `out` as a whole, so it must not hold, or lie in, anything the user made. */
function checkOut(root: string, folder: string): string {
  const sources = ['templates', 'public', 'node_modules', '.git', '.sitegen'].map((name) => path.join(root, name));
  const inTheWay = isWithin(folder, root) ? root : sources.find((source) => isWithin(source, folder));
  if (inTheWay === undefined) return folder;
  throw new SitegenError(
    `The site cannot be written to ${folder}: a build replaces that folder, and it holds or lies in ${inTheWay}.\n` +
      'Try: --out out',
  );
}
