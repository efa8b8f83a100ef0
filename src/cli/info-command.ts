/** `sitegen info`: details for a bug report, or facts about a page. */
import os from 'node:os';
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { printable, printableName } from '../shared/format-diagnostic.ts';
import type { SiteContent } from '../build/list-content.ts';
import { PAGES } from '../shared/paths.ts';
import type { BuildResult } from '../shared/build-result.ts';
import type { Size } from '../shared/page-facts.ts';
import { decodePath } from '../shared/address.ts';
import { reportJsonError, toBuildOptions, writeError, writeProblems, type SiteFlags } from './commands.ts';
import { describeEnvironment } from './describe-environment.ts';
import { createProgress, type ExitCode, type ProcessContext, type Stopping } from './process.ts';

export interface InfoFlags extends SiteFlags {
  readonly json?: true;
}

export async function runInfo(
  address: string | undefined,
  flags: InfoFlags,
  context: ProcessContext,
  stopping: Stopping,
): Promise<ExitCode> {
  return address === undefined ? describeSite(flags, context) : describePage(address, flags, context, stopping);
}

/** Builds the site without publishing it. */
async function describePage(
  address: string,
  flags: InfoFlags,
  context: ProcessContext,
  stopping: Stopping,
): Promise<ExitCode> {
  const { build } = await import('../build/build.ts');
  const progress = createProgress(flags.json ? undefined : context.stderr);
  const building = build({ ...toBuildOptions(flags, context), ...progress, ...stopping, dry: true });
  const result = await reportJsonError(flags, context, building);
  writeProblems(result, context);
  const page = findPage(result, address);
  const missing = `The site has no page at "${printableName(address)}".`;
  if (page === undefined) context.stderr.write(`${missing}\n`);
  else if (!flags.json) context.stdout.write(printable(formatPage(page)));
  if (flags.json) {
    const report = page === undefined ? { ok: false, error: missing } : { ok: result.ok, page };
    context.stdout.write(`${JSON.stringify({ version: 1, ...report }, undefined, 2)}\n`);
  }
  return page === undefined || !result.ok ? 1 : 0;
}

async function describeSite(flags: InfoFlags, context: ProcessContext): Promise<ExitCode> {
  const { readSiteConfig } = await import('../config/load-config.ts');
  const { root, out, base } = toBuildOptions(flags, context);
  const versions = await describeEnvironment(root);
  // Printed before the config is loaded, in case it is broken.
  if (!flags.json) context.stdout.write(formatVersions(versions));
  const config = await readSiteConfig(root, { ...(out !== undefined && { out }), ...(base !== undefined && { base }) });
  if (!flags.json) context.stdout.write(`${printable(withoutHome(JSON.stringify(config, nameFunctions, 2)))}\n`);
  const { listContent } = await import('../build/list-content.ts');
  const listing = listContent(toBuildOptions(flags, context));
  const { diagnostics, ...content } = await listing.catch((failure: unknown): SiteContent => {
    if (!(failure instanceof SitegenError)) throw failure;
    writeError(failure, context); // without pages, the versions and the config are still useful
    return { pages: [], collections: [], diagnostics: [] };
  });
  writeProblems({ diagnostics, config }, context);
  const report = { version: 1, ok: true, versions, config, content };
  context.stdout.write(
    flags.json ? `${JSON.stringify(report, nameFunctions, 2)}\n` : printable(formatContent(content)),
  );
  return 0;
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

function formatContent({ pages, collections }: Omit<SiteContent, 'diagnostics'>): string {
  const rows = [
    ...(pages.length === 0 ? [] : [[PAGES, count(pages.length, 'page')]]),
    ...collections.map((one) => [one.pattern, describeCollection(one)]),
  ];
  if (rows.length === 0) return '';
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return `\nContent:\n${rows.map(([name = '', text]) => `  ${name.padEnd(width)}  ${text}\n`).join('')}`;
}

function describeCollection({ entries, unpublished, mistakes }: SiteContent['collections'][number]): string {
  const others = [
    ...(unpublished === 0 ? [] : [`${unpublished} left out (drafts, or published later)`]),
    ...(mistakes === 0 ? [] : [count(mistakes, 'mistake')]),
  ];
  return [count(entries, 'file'), ...others].join(', ');
}

function formatVersions(versions: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(versions).map((name) => name.length));
  const rows = Object.entries(versions).map(([name, version]) => `${name.padEnd(width)}  ${version}\n`);
  return `${rows.join('')}\nConfig, with defaults:\n`;
}

/** Facts about a page. Paths are without the base. */
interface PageInfo {
  readonly path: string;
  /** From the root: `templates/pages/contact.tsx`. */
  readonly source: string;
  /** From `out`: `contact/index.html`. */
  readonly output: string;
  readonly title: string;
  readonly size: Size;
  /** Files of the site that it imports, from the root. */
  readonly modules: readonly string[];
  readonly packages: readonly string[];
  readonly islands: readonly string[];
  /** Its share card, from `out`. */
  readonly card?: string;
}

/** Longer lists are cut. */
const MAX_ITEMS = 12;

/** @param address without the base, with or without a trailing slash: `/contact/` */
function findPage(result: BuildResult, address: string): PageInfo | undefined {
  const wanted = decodePath(address) ?? address;
  const page = result.pages.find(({ route }) => isSamePath(wanted, route.path));
  if (page === undefined) return undefined;
  const { route, title, size, islands, card } = page;
  const { files = [], packages = [] } = result.graph.get(route.source) ?? {};
  return {
    ...route,
    title,
    size,
    modules: files.filter((file) => file !== route.source),
    packages,
    islands,
    ...(card !== undefined && { card }),
  };
}

function formatPage(page: PageInfo): string {
  const { source, output, title, size, modules, packages, islands, card } = page;
  const rows = [
    ['title', title],
    ['file', `${source} -> ${output}`],
    ['modules', list(modules)],
    ['packages', list(packages)],
    ['islands', list(islands)],
    ['bytes', `${size.raw} of HTML${size.brotli === undefined ? '' : `, ${size.brotli} with Brotli`}`],
    ...(card === undefined ? [] : [['card', card]]),
  ];
  return `${page.path}\n\n${rows.map(([name = '', text]) => `  ${name.padEnd(10)}  ${text}\n`).join('')}`;
}

/** With or without a trailing slash. */
function isSamePath(a: string, b: string): boolean {
  return a.replace(/\/$/, '') === b.replace(/\/$/, '');
}

function list(items: readonly string[]): string {
  if (items.length === 0) return 'none';
  const more = items.length > MAX_ITEMS ? `, and ${items.length - MAX_ITEMS} more` : '';
  return `${items.slice(0, MAX_ITEMS).join(', ')}${more}`;
}
