import { scanHtml, type StartTag } from '../../check/html/html-tokenizer.ts';
import { loadConverter, type ConvertPage } from '../../content/page-to-markdown.ts';
import { encodePath, withBase } from '../../shared/address.ts';
import type { Route } from '../../shared/model.ts';
import type { PageText } from '../../shared/page-facts.ts';
import type { RenderSetup } from '../../shared/page-tasks.ts';
import { writePage } from './write-page.ts';

/** Next to the page, so that relative addresses mean the same. */
export function textOutputOf({ output }: Pick<Route, 'output'>): string {
  return output.replace(/\.html$/, '.md');
}

/** Its packages take a while to load. Owned by the worker thread. */
let converter: Promise<ConvertPage> | undefined;

interface WrittenText {
  readonly facts: { readonly text?: PageText };
  /** Its file from `out`, if it differs from the published one. */
  readonly written: readonly string[];
}

/**
 * Writes the text of a page as Markdown, if the config asks for it and search engines may list the page.
 *
 * @throws {SitegenError} when a package for it is not installed
 */
export async function writeText(
  setup: RenderSetup,
  route: Route,
  { html, title, noindex }: { readonly html: string; readonly title: string; readonly noindex: boolean },
): Promise<WrittenText> {
  const { site, base } = setup;
  if (!setup.text || noindex || setup.target === undefined) return { facts: {}, written: [] };
  const convert = await (converter ??= loadConverter());
  const address = encodePath(withBase(base, route.path));
  const { markdown, siteName } = convert({ html: withoutSurroundings(html), title, site, address });
  const output = textOutputOf(route);
  const isNamed = route.path === '/' && siteName !== undefined;
  return {
    facts: { text: { output, title, ...(isNamed && { siteName }) } },
    written: writePage(setup.target, output, Buffer.from(markdown)) ? [output] : [],
  };
}

/**
 * A sidebar can be most of a page, and parsing takes most of the time.
 *
 * @returns the page without what is between `<body>` and its main content; the whole page, if that is not single and visible
 */
export function withoutSurroundings(html: string): string {
  const tags: StartTag[] = [];
  scanHtml(html, { onStart: (tag) => void (/^(body|main)$/.test(tag.element.name) && tags.push(tag)) });
  const [body, main, ...others] = tags;
  if (body?.element.name !== 'body' || main?.element.name !== 'main' || others.length > 0) return html;
  if (main.tree !== 'page' || main.attributes.some((name) => /^(aria-)?hidden$/.test(name))) return html;
  return html.slice(0, body.end) + html.slice(main.start);
}
