/** The first pages of a worker take several times as long as later ones. A worker that waits for its first task warms up. */
import { createElement, type ReactNode } from 'react';
import type { LayoutProps } from '../../api/contract.ts';
import { inspectPage } from '../../check/html/inspect-html.ts';
import { parseYaml } from '../../content/data/parse-yaml.ts';
import { loadParser } from '../../content/markdown/parse-markdown.ts';
import { SitegenError } from '../../shared/errors.ts';
import { renderPage, type PageInput } from './render-page.ts';
import type { WarmUp } from './task-loop.ts';

/** Enough for most of the effect. */
const PAGES = 10;

const PARAGRAPHS = 30;

/** Loads what pages import, and renders and reads small pages that are not part of any site. */
export async function warmUp({ content, html }: WarmUp): Promise<void> {
  await Promise.all([import('../../react/react.ts'), import('../../react/jsx-runtime.ts')]);
  if (content) await readContent(html);
  for (let page = 0; page < PAGES; page += 1) {
    const rendered = await renderPage(INPUT, { islands: [], eager: new Set() });
    inspectPage(rendered.html);
  }
}

/** Packages that are missing are reported when a page needs them. */
async function readContent(allowsHtml: boolean): Promise<void> {
  const content = { file: '', text: 'title: Title' };
  const refuse = (): never => {
    throw new SitegenError('');
  };
  try {
    parseYaml({ content, text: content.text, linesAbove: 0, subject: '' });
    const parse = await loadParser(allowsHtml);
    parse('# Title\n\nText with `code`, **strong text** and a [link](/).\n\n- Item\n', refuse);
  } catch (error) {
    if (!(error instanceof SitegenError)) throw error;
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
