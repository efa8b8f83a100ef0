import { createElement, type ComponentType, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Meta, PageProps, ShellProps } from '../contract.ts';
import { IslandsOfPage } from '../islands/island.ts';

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

/**
 * Renders a page and the shell around it.
 *
 * @param expectIslands whether the page probably holds an island. A wrong guess costs a second rendering, because the
 *   shell's head, which names the script, comes before the page that needs it.
 * @returns the document, and the names of the islands in it
 * @throws what the components throw
 */
export function renderPage(input: PageInput, expectIslands: boolean): { html: string; islands: string[] } {
  const first = render(input, expectIslands);
  const hasIslands = first.islands.length > 0;
  return hasIslands === expectIslands ? first : render(input, hasIslands);
}

function render({ Page, Shell, props, meta, ...addresses }: PageInput, withScript: boolean) {
  const { canonical, stylesheet, script } = addresses;
  const islands: string[] = [];
  const shellProps: ShellProps = {
    path: props.path,
    meta,
    ...(canonical !== undefined && { canonical }),
    ...(stylesheet !== undefined && { stylesheet }),
    ...(withScript && script !== undefined && { script }),
    children: createElement(Page, props),
  };
  const document: ReactNode = createElement(Shell, shellProps);
  const markup = renderToStaticMarkup(createElement(IslandsOfPage, { value: islands }, document));
  return { html: `<!doctype html>${markup}\n`, islands };
}
