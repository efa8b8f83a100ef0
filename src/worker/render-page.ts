import { createElement, type ComponentType } from 'react';
import type { IconLink, Meta, PageProps, ShareCard, ShellProps } from '../api/contract.ts';
import { renderToStaticMarkup } from '../islands/react-dom-server.ts';
import { RenderContext, type PageRecord } from '../islands/render-context.ts';

type PageParams = Readonly<Record<string, string>>;

/** All that a page's HTML is made of. */
export interface PageInput {
  readonly Page: ComponentType<PageProps<unknown, PageParams, unknown>>;
  readonly Shell: ComponentType<ShellProps>;
  readonly props: PageProps<unknown, PageParams, unknown>;
  readonly meta: Meta;
  readonly runtime: 'react' | 'preact';
  readonly canonical: string | undefined;
  readonly card: ShareCard | undefined;
  readonly icons: readonly IconLink[];
  readonly stylesheet: string | undefined;
  /** The address of the islands' script, which goes only into pages that hold an island. */
  readonly script: string | undefined;
  /** What else a page needs, by the names of the islands it holds. */
  readonly preloads: Readonly<Record<string, readonly string[]>>;
}

/** A page's document, and what was noted while it was rendered. */
export interface RenderedPage {
  readonly html: string;
  readonly record: PageRecord;
}

/**
 * Renders a page and the shell around it.
 *
 * @param expected the names of the islands that the page probably holds. A wrong guess costs a second rendering, because
 *   the shell's head, which names their scripts, comes before the page that needs them.
 * @throws what the components throw
 */
export function renderPage(input: PageInput, expected: readonly string[]): RenderedPage {
  const guess = scriptsFor(input, expected);
  const first = render(input, guess);
  const needed = scriptsFor(input, first.record.islands);
  return JSON.stringify(needed) === JSON.stringify(guess) ? first : render(input, needed);
}

type Scripts = Pick<ShellProps, 'script' | 'preloads'>;

function scriptsFor({ script, preloads }: PageInput, islands: readonly string[]): Scripts {
  if (islands.length === 0 || script === undefined) return { preloads: [] };
  const names = [...new Set(islands)].toSorted();
  return { script, preloads: [...new Set(names.flatMap((name) => preloads[name] ?? []))] };
}

function render(
  { Page, Shell, props, meta, runtime, canonical, card, icons, stylesheet }: PageInput,
  scripts: Scripts,
): RenderedPage {
  const record: PageRecord = { runtime, islands: [], problems: [] };
  const shellProps: ShellProps = {
    path: props.path,
    meta,
    ...(canonical !== undefined && { canonical }),
    ...(card !== undefined && { card }),
    icons,
    ...(stylesheet !== undefined && { stylesheet }),
    ...scripts,
    children: createElement(Page, props),
  };
  const around = { record, island: undefined };
  const document = createElement(RenderContext, { value: around }, createElement(Shell, shellProps));
  return { html: `<!doctype html>${renderToStaticMarkup(document)}\n`, record };
}
