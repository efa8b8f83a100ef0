/** All words of content are read here: texts, excerpts, headings, ids, the names of tasks and images. */
import type { Heading, Section } from '../../api/content.ts';
import { readNotation } from '../code/code-notation.ts';
import type { ElementNode, MarkdownNode, TextNode } from './tree.ts';

/** @returns the words of a document, without markup, and without HTML that is not allowed. Each block is a line */
export function plainText(nodes: readonly MarkdownNode[]): string {
  return readWords(nodes, {});
}

interface Sectioned {
  readonly nodes: readonly MarkdownNode[];
  readonly headings: readonly Heading[];
  readonly headingElements: readonly ElementNode[];
}

/** A section, or the text after another document that is rendered there. */
export interface DividedSection extends Section {
  readonly part?: string;
}

/**
 * @param partOf the name of another document that an element renders
 * @returns the words of a document, divided at its headings, wherever they are: also in a quotation or a component
 */
export function sectionsOf(
  { nodes, headings, headingElements }: Sectioned,
  partOf: (element: ElementNode) => string | undefined = () => undefined,
): DividedSection[] {
  const headingOf = new Map(headingElements.map((element, index) => [element, headings[index]]));
  const dividers = elementsIn(nodes).filter((element) => headingOf.has(element) || partOf(element) !== undefined);
  const texts = divideWords(nodes, {}, new Set(dividers));
  const intro = texts.get(undefined) ?? '';
  const sections = dividers.map((element) => {
    const [heading, part, text] = [headingOf.get(element), partOf(element), texts.get(element) ?? ''];
    return { ...(heading && { heading }), ...(part !== undefined && { part }), text };
  });
  return intro === '' ? sections : [{ text: intro }, ...sections];
}

/** @returns all elements, in the order of the document */
function elementsIn(nodes: readonly MarkdownNode[]): ElementNode[] {
  return nodes.flatMap((node) => (node.type === 'element' ? [node, ...elementsIn(node.children)] : []));
}

/** @returns the words of the first paragraph that has more than images; empty if there is none */
export function excerptOf(nodes: readonly MarkdownNode[]): string {
  const first = nodes.find(isExcerpt);
  return first === undefined ? '' : toLine(plainText([first]));
}

export function isExcerpt(node: MarkdownNode): boolean {
  return node.type === 'element' && node.tagName === 'p' && readWords([node], { skipsImages: true }) !== '';
}

/** @returns the words that visitors see, in one line: a heading, or the name of a task */
export function lineOf(nodes: readonly MarkdownNode[]): string {
  return toLine(readWords(nodes, { showsHtml: true }));
}

/** @returns the words of a heading as GitHub reads them for its id: with all spaces, without images */
export function wordsForId(heading: ElementNode): string {
  return toLine(readWords([heading], { showsHtml: true, skipsImages: true, keepsSpaces: true }));
}

/** @returns the alternative text of an image. @param nodes its content */
export function altOf(nodes: readonly MarkdownNode[]): string {
  return readWords(nodes, { keepsSpaces: true });
}

function toLine(text: string): string {
  return text.replace(/(?<![ \t])[ \t]*\n\s*/g, ' ');
}

/** The text of a node as it is shown, without separating its blocks: for code. */
export function textOf(node: MarkdownNode): string {
  if (node.type === 'element') return node.children.map(textOf).join('');
  if (node.type === 'raw') return withoutComments(node.value);
  return node.type === 'text' ? (node.value ?? '') : '';
}

/** Comments are the author's notes. An unclosed one is a mistake, and is shown. */
function withoutComments(html = ''): string {
  return html.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => (comment.endsWith('-->') ? '' : comment));
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements within a line, which can end and begin within a word. */
const INLINE = words(
  'a abbr b bdi bdo cite code data del dfn em font i img input ins kbd label mark q s samp small span strong strike sub sup time tt u var wbr',
);

const BLOCKS = words(
  'address article aside blockquote br caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup option p pre search section summary table tbody tfoot thead tr ul',
);

/** True for an element that begins and ends a line, and for `<br>`. */
export function isBlock(tagName: string): boolean {
  return BLOCKS.has(tagName);
}

const HIDDEN = words('annotation script style template');

/** True for what nobody reads: code, and drawings of maths and links beside headings. */
export function isHidden({ tagName, properties }: ElementNode): boolean {
  return HIDDEN.has(tagName) || String(properties['ariaHidden'] ?? properties['aria-hidden']) === 'true';
}

/** The distance between words. `LOOSE` is a space, unless there is punctuation beside it: a component may be inline or not. */
const [NONE, LOOSE, SPACE, LINE] = [0, 1, 2, 3];

function gapAround(tagName: string): number {
  if (INLINE.has(tagName)) return NONE;
  if (BLOCKS.has(tagName)) return LINE;
  return /^t[dh]$/.test(tagName) ? SPACE : LOOSE;
}

/** `<Card>one</Card> <Card>two</Card>` needs a space, `<Link>docs</Link>.` does not. */
const OPENING = /[([{«“]$/;
const CLOSING = /^[.,;:!?)\]}»”…]/;

/** As HTML defines it: a no-break space is a character like any other. */
const WHITE_SPACE = /[ \t\n\f\r]+/g;

interface WordOptions {
  /** Reads HTML that is not allowed, as visitors see it. */
  readonly showsHtml?: boolean;
  /** Leaves out the alternative texts of images. */
  readonly skipsImages?: boolean;
  /** Keeps white space as it is written. */
  readonly keepsSpaces?: boolean;
}

function readWords(nodes: readonly MarkdownNode[], options: WordOptions): string {
  return divideWords(nodes, options).get(undefined) ?? '';
}

/**
 * @param dividers elements whose own words are left out
 * @returns the words after each divider that is shown, and those before the first, by `undefined`
 */
function divideWords(
  nodes: readonly MarkdownNode[],
  { showsHtml, skipsImages, keepsSpaces = false }: WordOptions,
  dividers?: Pick<ReadonlyMap<ElementNode, unknown>, 'has'>,
): ReadonlyMap<ElementNode | undefined, string> {
  const texts = new Map<ElementNode | undefined, string>();
  let divider: ElementNode | undefined;
  let parts: string[] = [];
  let gap = NONE;
  const endText = (next?: ElementNode) => {
    texts.set(divider, parts.join('').trim());
    divider = next;
    parts = [];
    gap = NONE;
  };
  const widen = (other: number) => {
    gap = Math.max(gap, other);
  };
  const addExactly = (text: string, isCode: boolean) => {
    if (text === '') return;
    const before = parts.at(-1) ?? '\n';
    const isTight = gap === LOOSE && (OPENING.test(before) || CLOSING.test(text));
    const isApart = /\s$/.test(before) || (!isCode && /^\s/.test(text));
    if (gap !== NONE && !isTight && !isApart) parts.push(gap === LINE ? '\n' : ' ');
    parts.push(text);
    gap = NONE;
  };
  const add = (written: string, isCode: boolean) => {
    if (isCode && !keepsSpaces) return addExactly(readNotation(written).lines.join('\n'), true);
    if (keepsSpaces) return addExactly(written, false);
    const text = written.replace(WHITE_SPACE, ' ');
    if (text.startsWith(' ')) widen(SPACE);
    addExactly(text.replace(/^ | $/g, ''), false);
    if (text.endsWith(' ')) widen(SPACE);
  };
  const readRaw = (node: TextNode, isCode: boolean) => {
    const [, tagName] = /^<\/?([a-z][\w-]*)/i.exec(node.value ?? '') ?? [];
    if (showsHtml) add(textOf(node), isCode);
    widen(tagName === undefined ? NONE : gapAround(tagName.toLowerCase()));
  };
  const read = (node: MarkdownNode, isCode: boolean): void => {
    if (node.type === 'text') add(node.value ?? '', isCode);
    else if (node.type === 'raw') readRaw(node, isCode);
    else if (node.type === 'element') readElement(node, isCode);
  };
  const readElement = (element: ElementNode, isCode: boolean): void => {
    const { tagName, properties, children, data } = element;
    if (isHidden(element) || isOfFootnotes(element)) return;
    if (dividers?.has(element)) {
      endText(element);
      return;
    }
    const around = data?.container === undefined ? gapAround(tagName) : LINE;
    widen(around);
    if (data?.container !== undefined && typeof properties['title'] === 'string') {
      add(properties['title'], false);
      widen(LINE);
    }
    if (typeof properties['alt'] === 'string' && !skipsImages) add(properties['alt'], false);
    for (const child of children) read(child, isCode || tagName === 'pre');
    widen(around);
  };
  for (const node of nodes) read(node, false);
  endText();
  return texts;
}

/** Numbers that link to a footnote, and arrows that link back: in Markdown, HTML and JSX. */
const OF_FOOTNOTES = ['dataFootnoteRef', 'dataFootnoteBackref', 'data-footnote-ref', 'data-footnote-backref'];

function isOfFootnotes({ properties }: ElementNode): boolean {
  return (
    OF_FOOTNOTES.some((name) => name in properties) || /^doc-(?:noteref|backlink)$/.test(String(properties['role']))
  );
}
