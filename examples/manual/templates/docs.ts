import path from 'node:path';
import { href } from 'sitegen';
import { collection } from 'sitegen/content';
import * as v from 'valibot';
import sitegen from '../../../package.json' with { type: 'json' };

/** The address of the source code. */
export const REPOSITORY = new URL(sitegen.homepage.replace('#readme', '/'));

/** A document in `docs/`. */
export interface Doc {
  /** Its file, without the extension: `config`, `decisions/README`. */
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  /** The first paragraph. */
  readonly description: string;
  /** Its Markdown. */
  readonly text: string;
}

export const content = collection('../../docs/**/*.md', { schema: v.object({}), path: ({ slug }) => pathOf(slug) });

const texts = import.meta.glob<string>('../../../docs/**/*.md', { query: '?raw', import: 'default', eager: true });

/** All documents, in reading order. */
export const docs: readonly Doc[] = readingOrder('README').map((slug) => {
  const text = textOf(slug);
  const [, title = slug] = /^# (.+)$/m.exec(text) ?? [];
  const [, description = ''] = /^([\w*`[][^]*?)\n\n/m.exec(withoutCode(text)) ?? [];
  return { slug, path: pathOf(slug), title: plainText(title), description: plainText(description), text };
});

const unlisted = Object.keys(texts).filter((file) => !docs.some(({ slug }) => file === fileOf(slug)));
if (unlisted.length > 0) throw new Error(`No README.md in docs/ links to ${unlisted.join(', ')}.`);

/** `README.md` lists the documents, and that of a folder lists those of the folder. */
function readingOrder(slug: string): readonly string[] {
  if (path.posix.basename(slug) !== 'README') return [slug];
  const links = [...textOf(slug).matchAll(/\]\(([\w/-]+)\.md\)/g)].flatMap(([, link = '']) =>
    readingOrder(path.posix.join(path.posix.dirname(slug), link)),
  );
  return [...new Set([slug, ...links])];
}

export function paramsOf(slug: string): { readonly slug: string } {
  return { slug: slug.replace(/(^|\/)README$/, '') };
}

function pathOf(slug: string): string {
  return href('/[...slug]', paramsOf(slug));
}

function fileOf(slug: string): string {
  return `../../../docs/${slug}.md`;
}

function textOf(slug: string): string {
  const text = texts[fileOf(slug)];
  if (text === undefined) throw new Error(`There is no docs/${slug}.md.`);
  return text;
}

/** A document without code blocks, in which "#" does not start a heading. */
export function withoutCode(markdown: string): string {
  return markdown.replace(/^(`{3,})[^]*?^\1$/gm, '');
}

export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]+/g, '')
    .replace(/(?:\||-{3,}|\s)+/g, ' ')
    .trim();
}
