import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Meta, PageProps, ShellProps } from '../contract.ts';
import { SurroundingsContext, type PageRecord } from '../islands/surroundings.ts';

/** All that a page's HTML is made of. */
export interface PageInput {
  readonly Page: ComponentType<PageProps<unknown>>;
  readonly Shell: ComponentType<ShellProps>;
  readonly props: PageProps<unknown>;
  readonly meta: Meta;
  readonly canonical: string | undefined;
  readonly stylesheet: string | undefined;
  /** The address of the islands' script, which goes only into pages that hold an island. */
  readonly script: string | undefined;
}

/** A page's document, and what was noted while it was rendered. */
export interface RenderedPage {
  readonly html: string;
  readonly record: PageRecord;
}

/**
 * Renders a page and the shell around it.
 *
 * @param expectIslands whether the page probably holds an island. A wrong guess costs a second rendering, because the
 *   shell's head, which names the script, comes before the page that needs it.
 * @throws what the components throw
 */
export function renderPage(input: PageInput, expectIslands: boolean): RenderedPage {
  const first = render(input, expectIslands);
  const hasIslands = first.record.islands.length > 0;
  return hasIslands === expectIslands ? first : render(input, hasIslands);
}

function render({ Page, Shell, props, meta, ...addresses }: PageInput, withScript: boolean): RenderedPage {
  const { canonical, stylesheet, script } = addresses;
  const record: PageRecord = { islands: [], problems: [] };
  const shellProps: ShellProps = {
    path: props.path,
    meta,
    ...(canonical !== undefined && { canonical }),
    ...(stylesheet !== undefined && { stylesheet }),
    ...(withScript && script !== undefined && { script }),
    children: createElement(Page, props),
  };
  const around = { record, island: undefined };
  const document = createElement(SurroundingsContext, { value: around }, createElement(Shell, shellProps));
  return { html: `<!doctype html>${renderToStaticMarkup(document)}\n`, record };
}
