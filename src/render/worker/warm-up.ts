/** The first pages of a worker take several times as long as later ones. A worker that waits for its first task warms up. */
import { createElement, type ReactNode } from 'react';
import type { LayoutProps } from '../../api/contract.ts';
import { inspectPage } from '../../check/html/inspect-html.ts';
import { renderPage, type PageInput } from './render-page.ts';

/** Enough for most of the effect, in about 20 ms. */
const PAGES = 10;

const PARAGRAPHS = 30;

/** Loads what every page imports, and renders and reads small pages that are not part of any site. */
export async function warmUp(): Promise<void> {
  await Promise.all([import('../../react/react.ts'), import('../../react/jsx-runtime.ts')]);
  for (let page = 0; page < PAGES; page += 1) {
    const { html } = await renderPage(INPUT, { islands: [], eager: new Set() });
    inspectPage(html);
  }
}

function Page(): ReactNode {
  const link = createElement('a', { className: 'link', href: '/' }, 'link & text');
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, key) =>
    createElement('p', { key, id: `p${key}` }, link, key),
  );
  return createElement('main', null, createElement('h1', { style: { color: 'red' } }, 'Title'), paragraphs);
}

function Shell({ children }: Pick<LayoutProps, 'children'>): ReactNode {
  const head = createElement('head', null, createElement('title', null, 'Title'));
  return createElement('html', { lang: 'en' }, head, createElement('body', null, children));
}

const INPUT: PageInput = {
  Page,
  Layouts: [],
  Shell,
  props: { path: '/', params: {}, props: undefined, data: undefined },
  meta: { title: 'Title' },
  mark: undefined,
  runtime: 'react',
  lang: undefined,
  canonical: undefined,
  alternates: [],
  card: undefined,
  icons: [],
  stylesheet: undefined,
  script: undefined,
  preloads: {},
};
