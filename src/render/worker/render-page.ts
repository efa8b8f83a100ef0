import { Fragment, createElement, type ComponentType, type ReactElement } from 'react';
import type {
  AlternateLink,
  IconLink,
  LayoutProps,
  Meta,
  PageProps,
  ShareCard,
  ShellProps,
} from '../../api/contract.ts';
import { renderToStaticMarkup } from '../../islands/server/react-dom-server.ts';
import { RenderContext, createRecord, type Awaited, type PageRecord } from '../../islands/server/render-context.ts';
import { INCOMPLETE } from '../../react/async-components.ts';
import { SUSPENDED, findPromise } from '../../react/find-promise.ts';
import { inspectElement } from '../../react/inspect-element.ts';
import { ComponentError, checkHtmlSize } from '../../shared/errors.ts';
import type { PictureSettings } from '../../shared/pictures.ts';
import { lookUp } from '../../shared/records.ts';
import { rememberFailure } from './locate-failure.ts';

type PageParams = Readonly<Record<string, string>>;

/** Everything that a page's HTML depends on. */
export interface PageInput {
  readonly Page: ComponentType<PageProps<unknown, PageParams, unknown>>;
  /** Around the page, the outermost first. */
  readonly Layouts: readonly ComponentType<LayoutProps>[];
  readonly Shell: ComponentType<ShellProps>;
  readonly props: PageProps<unknown, PageParams, unknown>;
  readonly meta: Meta;
  /** Precedes the title in the shell, for a page that a build would leave out. */
  readonly mark: string | undefined;
  readonly runtime: 'react' | 'preact';
  /** The language of its layouts. */
  readonly lang: string | undefined;
  readonly canonical: string | undefined;
  readonly alternates: readonly AlternateLink[];
  readonly card: ShareCard | undefined;
  readonly icons: readonly IconLink[];
  /** The address of the page as Markdown. */
  readonly text?: string | undefined;
  readonly stylesheet: string | undefined;
  /** The address of the islands' script, for pages with an island. */
  readonly script: string | undefined;
  /** Scripts to preload, by island. */
  readonly preloads: Readonly<Record<string, readonly string[]>>;
  readonly pictures?: PictureSettings;
}

/** The islands of a page. */
export interface IslandUse {
  readonly islands: readonly string[];
  readonly eager: ReadonlySet<string>;
}

/** A page's document, and the record of its rendering. */
export interface RenderedPage {
  readonly html: string;
  readonly record: PageRecord;
}

/** The passes of a page, for the job that it belongs to. */
export interface Passes {
  /** Runs the synchronous code of a pass. */
  readonly run: <Result>(pass: () => Result) => Result;
  /** Waits for async components that the pass has met, in the order of the tree. */
  readonly wait: (waiting: readonly Awaited[]) => Promise<unknown>;
}

const PASSES: Passes = {
  run: (pass) => pass(),
  wait: (waiting) => Promise.all(waiting.map(({ settled }) => settled)),
};

/**
 * Renders a page and the shell around it, and waits for async components.
 *
 * @param expected the islands that the page probably contains. A wrong guess costs a second render, because the shell's head,
 *   which refers to their scripts, comes before the page.
 * @throws what the components throw, and a `ComponentError` if an async component fails
 */
export async function renderPage(input: PageInput, expected: IslandUse, passes = PASSES): Promise<RenderedPage> {
  try {
    return await renderOnce(input, expected, passes, false);
  } catch (error) {
    if (!(error instanceof Error && SUSPENDED.test(error.message))) throw error;
    await findPromise(() => renderOnce(input, expected, passes, true));
    throw error;
  }
}

/**
 * Renders an element that is not on a page, and waits for async components. Its islands are HTML without a script.
 *
 * @throws what the components throw
 */
export function renderElement(element: ReactElement, pictures: PictureSettings): Promise<RenderedPage> {
  const awaited: PageRecord['awaited'] = new Map();
  const createOwn = () => createRecord('react', { awaited, pictures, hasIslands: false });
  return renderPasses(() => renderRecorded(createOwn(), element), PASSES);
}

async function renderOnce(
  input: PageInput,
  expected: IslandUse,
  passes: Passes,
  isSearch: boolean,
): Promise<RenderedPage> {
  const awaited: PageRecord['awaited'] = new Map();
  const render = (scripts: Scripts) => renderPasses(() => renderPass(input, scripts, { awaited, isSearch }), passes);
  const guess = scriptsFor(input, expected);
  const first = await render(guess);
  const needed = scriptsFor(input, first.record);
  return JSON.stringify(needed) === JSON.stringify(guess) ? first : render(needed);
}

/** Renders passes until every async component has settled. */
async function renderPasses(pass: () => RenderedPage, { run, wait }: Passes): Promise<RenderedPage> {
  for (;;) {
    const rendered = run(pass);
    const { waiting } = rendered.record;
    checkHtmlSize(rendered.html);
    if (waiting.length === 0) return rendered;
    await wait(waiting);
    for (const { name, outcome } of waiting)
      if (outcome !== undefined && 'failure' in outcome) throw new ComponentError(name, outcome.failure);
  }
}

type Scripts = Pick<ShellProps, 'script' | 'preloads'>;

function scriptsFor({ script, preloads }: PageInput, { islands, eager }: IslandUse): Scripts {
  if (islands.length === 0 || script === undefined) return { preloads: [] };
  const names = [...eager].toSorted();
  return { script, preloads: [...new Set(names.flatMap((name) => lookUp(preloads, name) ?? []))] };
}

function renderPass(input: PageInput, scripts: Scripts, kept: Pick<PageRecord, 'awaited' | 'isSearch'>): RenderedPage {
  const { pictures, props } = input;
  const record = createRecord(input.runtime, { ...kept, pictures, path: props.path });
  // A component, so that elements are created within the context.
  const Document = () => createDocument(input, scripts);
  const { html } = renderRecorded(record, createElement(Document));
  return { html: `<!doctype html>${html}\n`, record };
}

function renderRecorded(record: PageRecord, element: ReactElement): RenderedPage {
  const provided = createElement(RenderContext, { value: { record, island: undefined } }, element);
  try {
    return { html: renderToStaticMarkup(provided), record };
  } catch (error) {
    if (error === INCOMPLETE) return { html: '', record };
    rememberFailure(error, provided);
    throw error;
  }
}

function createDocument(input: PageInput, scripts: Scripts): ReactElement {
  const { Page, Layouts, Shell, props, meta, mark = '', lang, canonical, alternates, card, icons, stylesheet } = input;
  const common = { path: props.path, meta, ...(lang !== undefined && { lang }) };
  const page = createInspected(Page, props);
  const inLayouts = wrapInLayouts(Layouts, { ...common, params: props.params }, page);
  return createInspected(Shell, {
    ...common,
    meta: { ...meta, title: mark + meta.title },
    ...(canonical !== undefined && { canonical }),
    alternates,
    ...(card !== undefined && { card }),
    icons,
    ...(stylesheet !== undefined && { stylesheet }),
    ...scripts,
    children: input.text === undefined ? inLayouts : withTextLink(input.text, inLayouts),
  });
}

/** React moves the link into the head. */
function withTextLink(address: string, page: ReactElement): ReactElement {
  const link = createElement('link', { rel: 'alternate', type: 'text/markdown', href: address });
  return createElement(Fragment, null, link, page);
}

function wrapInLayouts(
  layouts: PageInput['Layouts'],
  props: Omit<LayoutProps, 'children'>,
  page: ReactElement,
): ReactElement {
  return layouts.reduceRight((children, Layout) => createInspected<LayoutProps>(Layout, { ...props, children }), page);
}

/** Creates an element as the JSX of a page does. */
function createInspected<Props extends object>(component: ComponentType<Props>, given: Props): ReactElement {
  const { type, props } = inspectElement(component as ComponentType, given as Record<string, unknown>);
  return createElement(type, props);
}
