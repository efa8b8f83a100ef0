import { createElement, type ComponentType, type ReactElement } from 'react';
import type { IconLink, LayoutProps, Meta, PageProps, ShareCard, ShellProps } from '../../api/contract.ts';
import { renderToStaticMarkup } from '../../islands/server/react-dom-server.ts';
import { RenderContext, type PageRecord } from '../../islands/server/render-context.ts';
import type { PictureSettings } from '../../shared/pictures.ts';
import { lookUp } from '../../api/records.ts';

type PageParams = Readonly<Record<string, string>>;

/** Everything that a page's HTML depends on. */
export interface PageInput {
  readonly Page: ComponentType<PageProps<unknown, PageParams, unknown>>;
  /** Around the page, the outermost first. */
  readonly Layouts: readonly ComponentType<LayoutProps>[];
  readonly Shell: ComponentType<ShellProps>;
  readonly props: PageProps<unknown, PageParams, unknown>;
  readonly meta: Meta;
  readonly runtime: 'react' | 'preact';
  readonly canonical: string | undefined;
  readonly card: ShareCard | undefined;
  readonly icons: readonly IconLink[];
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

/**
 * Renders a page and the shell around it.
 *
 * @param expected the islands that the page probably contains. A wrong guess costs a second render, because the shell's head,
 *   which refers to their scripts, comes before the page.
 * @throws what the components throw
 */
export function renderPage(input: PageInput, expected: IslandUse): RenderedPage {
  const guess = scriptsFor(input, expected);
  const first = render(input, guess);
  const needed = scriptsFor(input, first.record);
  return JSON.stringify(needed) === JSON.stringify(guess) ? first : render(input, needed);
}

type Scripts = Pick<ShellProps, 'script' | 'preloads'>;

function scriptsFor({ script, preloads }: PageInput, { islands, eager }: IslandUse): Scripts {
  if (islands.length === 0 || script === undefined) return { preloads: [] };
  const names = [...eager].toSorted();
  return { script, preloads: [...new Set(names.flatMap((name) => lookUp(preloads, name) ?? []))] };
}

function render(
  { Page, Layouts, Shell, props, meta, runtime, canonical, card, icons, stylesheet, pictures }: PageInput,
  scripts: Scripts,
): RenderedPage {
  const record: PageRecord = {
    runtime,
    islands: [],
    eager: new Set(),
    problems: [],
    content: [],
    ...(pictures && { pictures: { settings: pictures, used: [] } }),
  };
  const shellProps: ShellProps = {
    path: props.path,
    meta,
    ...(canonical !== undefined && { canonical }),
    ...(card !== undefined && { card }),
    icons,
    ...(stylesheet !== undefined && { stylesheet }),
    ...scripts,
    children: wrapInLayouts(Layouts, { path: props.path, params: props.params, meta }, createElement(Page, props)),
  };
  const around = { record, island: undefined };
  const document = createElement(RenderContext, { value: around }, createElement(Shell, shellProps));
  return { html: `<!doctype html>${renderToStaticMarkup(document)}\n`, record };
}

function wrapInLayouts(
  layouts: PageInput['Layouts'],
  props: Omit<LayoutProps, 'children'>,
  page: ReactElement,
): ReactElement {
  return layouts.reduceRight((children, Layout) => {
    const layoutProps: LayoutProps = { ...props, children };
    return createElement(Layout, layoutProps);
  }, page);
}
