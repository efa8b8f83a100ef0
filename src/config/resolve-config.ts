import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { checkBase, checkConfig } from './config-schema.ts';
import type { UserConfig } from '../api/user-config.ts';
import { SitegenError } from '../shared/errors.ts';
import type { Config, Limits } from '../shared/model.ts';
import { decodePath, spellAddress } from '../shared/address.ts';
import { isWithin } from '../shared/paths.ts';

/** Options of the command line, which take precedence over the config file. */
export interface Overrides {
  readonly out?: string;
  readonly base?: string;
  /** Asks search engines to leave out every page, as for a preview. */
  readonly noindex?: boolean;
  /** True for `serve` while it watches. */
  readonly watching?: boolean;
}

/** Far more than pages need, and less than build machines have. */
export const DEFAULT_LIMITS: Limits = { seconds: 60, memory: 1024 };

/**
 * Checks the config and adds defaults.
 *
 * @param root the project's folder, absolute
 * @param file the config file's name, for messages; `undefined` without one
 * @param written the export of the config file
 * @throws {SitegenError} with all mistakes
 */
export function completeConfig(root: string, file: string | undefined, written: unknown, overrides: Overrides): Config {
  const fileMistakes = file === undefined ? [] : checkConfig(written, file);
  const mistakes = [...fileMistakes, ...checkBase(overrides.base)];
  if (mistakes.length > 0) throw new SitegenError('The config is invalid.', { diagnostics: mistakes });
  const { out: outFlag, base: baseFlag } = overrides;
  const flags = withoutUndefined({ out: outFlag, base: baseFlag });
  const config = { ...DEFAULTS, ...withoutUndefined(written ?? {}), ...flags };
  const { out, islands, limits, elsewhere, watch, redirects, gone, markdown, mdx, headers, ...same } = config;
  const { noindex = false } = overrides;
  const { base, assetPrefix = base } = config;
  const spelled = elsewhere.map(spellAddress);
  return Object.freeze({
    site: undefined,
    manifest: undefined,
    ...same,
    assetPrefix,
    prefixes: { base, assets: assetPrefix, based: base, elsewhere: spelled },
    root,
    out: checkOut(root, path.resolve(root, out)),
    noindex,
    headers: noindex ? hideFromSearch(headers) : headers,
    runtime: islands.runtime ?? 'react',
    mode: overrides.watching === true ? 'development' : 'production',
    split: islands.split,
    limits: { ...DEFAULT_LIMITS, ...limits },
    markdown: { ...MARKDOWN, ...withoutUndefined(markdown) },
    mdx: { remarkPlugins: [], rehypePlugins: [], ...withoutUndefined(mdx) },
    module: undefined,
    elsewhere: spelled,
    watch: watch.map((folder) => path.resolve(root, folder)),
    gone: gone.map((address) => decodePath(address) ?? address),
    redirects: Object.entries(redirects).map(([from, to]) => ({ from: decodePath(from) ?? from, to })),
  });
}

/** For files that are no pages, too. */
function hideFromSearch(headers: Config['headers']): Config['headers'] {
  const name = 'X-Robots-Tag';
  const others = Object.entries(headers).filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...Object.fromEntries(others), [name]: 'noindex' };
}

const DEFAULTS: Required<Omit<UserConfig, 'site' | 'manifest' | 'assetPrefix'>> & Pick<UserConfig, 'assetPrefix'> = {
  out: 'out',
  base: '/',
  islands: {},
  external: [],
  limits: {},
  markdown: {},
  mdx: {},
  budgets: {},
  keepAssets: 2,
  hosts: [],
  compress: [],
  headers: {},
  checks: {},
  elsewhere: [],
  text: false,
  watch: [],
  trailingSlash: true,
  redirects: {},
  gone: [],
};

const MARKDOWN: Config['markdown'] = { html: false, slugs: 'github', plugins: [] };

/** An option that is `undefined` has its default. */
function withoutUndefined<Options extends object>(options: {
  readonly [Name in keyof Options]: Options[Name] | undefined;
}): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}

/** A build replaces `out` as a whole, so `out` must not contain the user's files, or be inside their folders. */
function checkOut(root: string, folder: string): string {
  const real = realPath(folder);
  const sources = ['templates', 'public', 'node_modules', '.git', '.sitegen'].map((name) => path.join(root, name));
  const inTheWay = [folder, real].some((place) => isWithin(place, root))
    ? root
    : sources.find((source) => isWithin(source, folder) || isWithin(realPath(source), real));
  if (inTheWay === undefined) return folder;
  throw new SitegenError(
    `Cannot write the site to ${folder}: a build replaces that folder, but it contains or is inside ${inTheWay}.\n` +
      'Try: --out out',
  );
}

/** Resolves links in a path, even if the path does not exist yet. */
function realPath(folder: string): string {
  if (existsSync(folder)) return realpathSync.native(folder); // with the case of the disk
  const parent = path.dirname(folder);
  return parent === folder ? folder : path.join(realPath(parent), path.basename(folder));
}
