import { inspect } from 'node:util';
import { deserialize } from 'node:v8';
import type {
  AlternateLink,
  CardModule,
  LayoutModule,
  Meta,
  PageModule,
  PageProps,
  ShareCard,
  ShellModule,
} from '../../api/contract.ts';
import type { CompiledFile } from '../../shared/model.ts';
import type { PageJob, RenderSetup } from '../../shared/page-tasks.ts';
import { isErrorPage } from '../../shared/error-pages.ts';
import { isLanguage, readAlternates } from '../../shared/read-alternates.ts';
import { isContent, isMarkdown } from '../../shared/paths.ts';
import { absoluteUrl, encodePath, withBase } from '../../shared/address.ts';
import { type Diagnostic, error } from '../../shared/diagnostics.ts';
import { contentError } from '../../content/content-problem.ts';
import { awaitDocuments } from '../../content/mdx/runtime.ts';
import { runJob } from './heartbeat.ts';
import { importModule } from './import-module.ts';
import { loadMarkdownPage, loadMdxPage } from './load-content.ts';
import type { Alternate } from '../../shared/page-facts.ts';
import type { PageInput } from './render-page.ts';
import type { UnpublishedPage, whyUnpublished } from '../../shared/unpublished.ts';
import { SiteFileError } from '../../shared/errors.ts';
import { CARD_SIZE, renderCard, type Card } from './share-cards.ts';
import { withRetries } from './retry.ts';
import { textOutputOf } from './write-text.ts';
import { withTimeout } from './task-loop.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPromise } from 'node:util/types';
import { codeFrame, lineAndColumn } from '../../shared/code-frame.ts';
import { findMetaMistakes } from '../../shared/meta-fields.ts';

/** A page's module, props and metadata, before anything is rendered. */
export interface LoadedPage {
  readonly page: PageModule;
  readonly props: PageProps<unknown, PageJob['params'], unknown>;
  readonly meta: Meta;
  /** Mistakes in `meta`. */
  readonly mistakes: readonly Diagnostic[];
}

/**
 * @param index of the job in its task
 * @throws when the page has no title, and what the page's module, its `load` or its `meta` throws
 */
export async function loadPage(setup: RenderSetup, job: PageJob, index: number): Promise<LoadedPage> {
  const { route } = job;
  const { page, props } = await (isMarkdown(route.source) ? loadMarkdown(setup, job) : loadModule(setup, job, index));
  const meta = runJob(index, () => (typeof page.meta === 'function' ? page.meta(props) : page.meta));
  const mistakes = describeMeta(setup.root, route.source, meta);
  if (typeof Object(meta).title !== 'string') throw contentError(mistakes);
  const isHidden = setup.noindex || isErrorPage(route.output);
  return { page, props, meta: isHidden ? { ...meta, noindex: true } : meta, mistakes };
}

type Loaded = Pick<LoadedPage, 'page' | 'props'>;

async function loadMarkdown(setup: RenderSetup, job: PageJob): Promise<Loaded> {
  const page = await loadMarkdownPage(setup, job);
  const { route, params } = job;
  return { page, props: { path: route.path, params, props: undefined, data: undefined } };
}

async function loadModule(setup: RenderSetup, job: PageJob, index: number): Promise<Loaded> {
  const { seconds } = setup;
  const { route, module, params, props: serialized } = job;
  const page = await (isContent(route.source)
    ? loadMdxPage(setup, job)
    : importModule<PageModule>(module, route.source, seconds));
  await awaitDocuments();
  checkExports(page, route.source);
  const { load } = page;
  const given = { path: route.path, params, props: serialized && (deserialize(serialized) as unknown) };
  const arriving = load && withRetries(() => runJob(index, () => load(given)));
  const data = arriving && (await withTimeout(seconds, arriving, 'Its data did not arrive'));
  return { page, props: { ...given, data } };
}

/** The input of a page, and facts about it. */
export interface PreparedPage {
  readonly input: PageInput;
  readonly alternates: readonly Alternate[] | undefined;
  readonly card: Card | undefined;
}

/**
 * Prepares everything that a page's HTML depends on, and the card it refers to.
 *
 * @param index of the job in its task
 * @param unpublished present for a page that a build would leave out
 * @throws what the card throws
 */
export async function preparePage(
  setup: RenderSetup,
  { route, layouts }: PageJob,
  { page, props, meta, unpublished }: LoadedPage & { readonly unpublished: ReturnType<typeof whyUnpublished> },
  index: number,
): Promise<PreparedPage> {
  const { site, base, runtime, icons, stylesheet, script, preloads } = setup;
  const Shell = requireComponent((await importShell(setup)).default, setup.shellSource);
  const modules = await Promise.all(layouts.map((layout) => importLayout(layout, setup.seconds)));
  const lang = runJob(index, () => readLang(modules, layouts, props));
  const canonical = site && !meta.noindex ? absoluteUrl(site, base, route.path) : undefined;
  const alternates = meta.alternates === undefined ? undefined : readAlternates(meta.alternates);
  const links = canonical && alternates ? alternates.map((alternate) => toLink(setup, alternate)) : [];
  // Only an absolute address can be shared.
  const Card = setup.card && canonical ? await importCard(setup) : undefined;
  const renderOwn = (module: CardModule) => renderCard(module, { path: props.path, meta }, setup.card?.fonts ?? []);
  const card = Card && runJob(index, () => renderOwn(Card));
  const share = card && shareCard(setup, card);
  const Page = page.default;
  const text = setup.text && !meta.noindex ? encodePath(withBase(base, `/${textOutputOf(route)}`)) : undefined;
  const input = {
    Page,
    Layouts: modules.map((layout) => layout.default),
    Shell,
    props,
    meta,
    mark: unpublished && markOf(unpublished),
    runtime,
    lang,
    canonical,
    alternates: links,
    card: share,
    icons,
    text,
    stylesheet,
    script,
    preloads,
    pictures: setup.content.pictures,
  };
  return { input, alternates, card };
}

/** Precedes the title in the shell. */
function markOf({ publishAt }: Omit<UnpublishedPage, 'route'>): string {
  return publishAt === undefined ? 'Draft: ' : `From ${publishAt}: `;
}

/** Loads the modules that all pages need before the first page, so that a stuck shell is not mistaken for a stuck page. */
export async function importCommon(setup: RenderSetup): Promise<void> {
  await Promise.allSettled([importShell(setup), importCard(setup)]); // each page receives the error
}

function importShell({ shellModule, shellSource, seconds }: RenderSetup): Promise<ShellModule> {
  return importModule<ShellModule>(shellModule, shellSource, seconds);
}

async function importLayout({ source, module }: CompiledFile, seconds: number): Promise<LayoutModule> {
  const layout = await importModule<LayoutModule>(module, source, seconds);
  requireComponent(layout.default, source);
  return layout;
}

/** A page has the language of its innermost layout that sets one. */
function readLang(
  modules: readonly LayoutModule[],
  files: readonly CompiledFile[],
  { path, params }: LoadedPage['props'],
): string | undefined {
  const index = modules.findLastIndex((layout) => layout.lang !== undefined);
  const written: unknown = modules[index]?.lang;
  const lang: unknown = typeof written === 'function' ? written({ path, params }) : written;
  if (lang === undefined && index === -1) return undefined;
  if (typeof lang === 'string' && isLanguage(lang)) return lang;
  const { source = '' } = files[index] ?? {};
  const message = `The \`lang\` of ${source} is not a language tag, such as "de" or "en-GB": ${inspect(lang, { depth: 0 })}.`;
  throw new SiteFileError(message, source);
}

/** @throws an error that names the file */
function requireComponent<Component>(component: Component, source: string): Component {
  if (isComponent(component)) return component;
  throw new SiteFileError(`${source} has no component as its default export.`, source);
}

async function importCard({ card, seconds }: RenderSetup): Promise<CardModule | undefined> {
  return card && importModule<CardModule>(card.module, card.source, seconds);
}

function toLink({ site = '', base }: RenderSetup, { lang, path }: Alternate): AlternateLink {
  return { rel: 'alternate', hrefLang: lang, href: absoluteUrl(site, base, path) };
}

function shareCard({ site, assetPrefix }: RenderSetup, { output }: Card): ShareCard {
  return { url: new URL(assetPrefix + output, site).href, ...CARD_SIZE };
}

/** Types require the same, but a build compiles without checking them. */
function checkExports(page: Partial<PageModule>, source: string): void {
  if (!isComponent(page.default)) throw new Error('The file has no component as its default export.');
  if (!page.meta) throw new Error('The file has no `meta`: export const meta: Meta = { title: "…" };');
  if (page.paths !== undefined && !source.includes('['))
    throw new Error('The file exports `paths`, but its name has no brackets, as in "[slug].tsx".');
}

/** True for functions, and for results of `memo` and `forwardRef`. */
function isComponent(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

/** @param source of the page, from the root. @returns the mistakes in a page's `meta`, with the lines of their fields */
function describeMeta(root: string, source: string, meta: unknown): Diagnostic[] {
  if (isPromise(meta)) meta.catch(() => {}); // it is a mistake, whatever it settles to
  return findMetaMistakes(meta, 'meta').map(({ path: keys, code, message, hint }) => {
    const text = readFileSync(join(root, source), 'utf8');
    const at = findField(text, keys);
    if (at === undefined) return error(code, message, { place: { file: source }, hint });
    const { line, column } = lineAndColumn(text, at);
    return error(code, message, { place: { file: source, line, column }, hint, frame: codeFrame(text, line, column) });
  });
}

const META = /^[ \t]*export\s+(?:const|let|var|(?:async\s+)?function)\s+meta\b/m;
const NEXT_STATEMENT = /^(?:export|import|const|let|var|function|async|class|interface|type)\b/m;

/** @returns the offset of a field in the code of `meta`, or of `meta` itself; `undefined` if another file exports it */
function findField(text: string, keys: readonly string[]): number | undefined {
  const declared = META.exec(text);
  if (declared === null) return undefined;
  let found = declared.index + declared[0].length - 'meta'.length;
  const start = found;
  const rest = text.slice(start);
  const code = rest.slice(0, NEXT_STATEMENT.exec(rest)?.index);
  let at = 0;
  for (const key of keys) {
    const field = new RegExp(`(?<![\\w$.-])(["']?)${key.replace(/\W/g, '\\$&')}\\1\\s*[:,}]`).exec(code.slice(at));
    if (field === null) break;
    at += field.index;
    found = start + at;
  }
  return found;
}
