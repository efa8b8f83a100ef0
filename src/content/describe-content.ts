/** Warnings about content that is not rendered as intended. */
import { codeFrame } from '../shared/code-frame.ts';
import { warning, type Code, type Diagnostic } from '../shared/diagnostics.ts';
import { installCommand } from '../shared/package-manager.ts';
import type { ShownCode } from './code/code-block.ts';
import { PAGES } from '../shared/paths.ts';
import type { ContentFile, ContentMistake } from './content-problem.ts';
import { splitFrontMatter } from './data/front-matter.ts';
import { staysPlain, type CodeBlock } from './code/highlight.ts';
import type { ElementNode, TextNode } from './elements/tree.ts';

/** The most warnings of one kind about one file. */
const MAX_WARNINGS = 20;

/** For code, if shiki is not installed. */
export function describePlain(): Diagnostic {
  return warning('code-plain', 'Code is not highlighted, because the package shiki is not installed.', {
    hint: installCommand('shiki'),
  });
}

/** @param html the first HTML that is shown as text */
export function describeShownHtml(content: ContentFile, { position }: TextNode): Diagnostic {
  return warnAt(content, 'html-escaped', 'The HTML in this file is shown as text.', {
    ...position?.start,
    hint: 'write it as code, allow HTML by `markdown: { html: true }` in the config, or rename the file to .mdx',
  });
}

/** Fields by which other generators choose addresses. */
const FIELD = /^(?:permalink|redirect_from|aliases)(?=[ \t]*:)/m;

/** @param texts that are shown as they are written */
export function describeUnprocessed(content: ContentFile, texts: readonly ContentMistake[]): Diagnostic[] {
  const isPage = content.file.startsWith(`${PAGES}/`);
  const field = (isPage && FIELD.exec(splitFrontMatter(content.text).yaml ?? '')) || undefined;
  const ofField = field && {
    message: `\`${field[0]}\` in the front matter has no effect.`,
    hint: 'name the file like its address, and add old addresses to `redirects` in the config',
    line: field.input.slice(0, field.index).split('\n').length + 1,
  };
  return [...(ofField ? [ofField] : []), ...texts].map(({ message, hint = '', line }) =>
    warnAt(content, 'not-processed', message, { line, hint }),
  );
}

/** A problem with a block of code, or with none. */
export interface CodeProblem {
  /** Of the block, or empty. A page whose components render it has no such problem. */
  readonly language: string;
  readonly problem: Diagnostic;
}

/** @returns a warning for each language that shiki does not know. @param code in them, by its `<pre>` */
export function describeLanguages(content: ContentFile, code: ReadonlyMap<ElementNode, CodeBlock>): CodeProblem[] {
  const places = [...code].map(([{ position }, { language }]) => ({ ...position?.start, name: language }));
  return firstOfEach(places).map(({ name, ...place }) => ({
    language: name,
    problem: warnAt(content, 'code-plain', `Code is not highlighted, because its language "${name}" is unknown.`, {
      ...place,
      hint: 'correct the name (https://shiki.style/languages), or write `text`',
    }),
  }));
}

/** True if there is code that shiki would colour. @param code by its `<pre>` */
export function isUncoloured(code: ReadonlyMap<ElementNode, ShownCode>): boolean {
  return [...code.values()].some((block) => !staysPlain(block));
}

function firstOfEach<Item extends { readonly name: string }>(items: readonly Item[]): Item[] {
  const names = new Set<string>();
  const first = items.filter(({ name }) => !names.has(name) && names.add(name));
  return first.slice(0, MAX_WARNINGS);
}

interface Details {
  readonly line?: number | undefined;
  readonly column?: number;
  readonly hint: string;
}

function warnAt({ file, text }: ContentFile, code: Code, message: string, details: Details): Diagnostic {
  const { line, column = 1, hint } = details;
  if (line === undefined) return warning(code, message, { ...(file && { place: { file } }), hint });
  return warning(code, message, { place: { file, line, column }, hint, frame: codeFrame(text, line, column) });
}
