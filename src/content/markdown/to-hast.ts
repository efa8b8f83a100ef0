/** Converts markdown-it's tokens to hast, with the place of every element. */
import type { Env, MarkdownIt } from 'markdown-it';
import { MAX_DEPTH, TOO_DEEP, type Refuse } from '../content-problem.ts';
import {
  addText,
  createElement,
  type ElementNode,
  type MarkdownNode,
  type Position,
  type TextNode,
} from '../elements/tree.ts';
import { splitFence } from '../code/fence.ts';
import { createFootnotes, type Footnotes } from './footnotes.ts';
import { containerOf, type ContainerStart } from './containers.ts';
import { startParsing, type Token } from './parsing.ts';
import { altOf } from '../elements/words.ts';

/**
 * @param refuse reports that the document is nested too deep
 * @param render adds the HTML of plug-ins to the tokens
 */
export function toHast(
  md: MarkdownIt,
  source: string,
  refuse: Refuse,
  render?: (tokens: Token[], env: Env) => void,
): MarkdownNode[] {
  startParsing(md, { refuse, footnotes: new Set() });
  const lines = source.split(/\r\n?|\n/);
  const notes = createFootnotes();
  const root = createElement('');
  const open: ElementNode[] = [root];
  let [row, cellEnd] = [0, 0];

  const parent = () => open.at(-1) ?? root;
  const addBlock = (node: MarkdownNode) => {
    if (parent() !== root || root.children.length > 0) addText(parent(), '\n');
    parent().children.push(node);
  };
  const addHtml = (html: string, token: Token, position: Position) => {
    const node = rawOf(token, html.replace(/\n$/, ''), position);
    if (token.nesting === -1) parent().children.push(node);
    else addBlock(node);
  };
  const openContainer = ({ name, tagName, properties }: ContainerStart, position: Position) => {
    const element = { ...createElement(tagName, { ...properties }, position), data: { container: name } };
    addBlock(element);
    open.push(element);
  };
  const openBlock = (token: Token, position: Position) => {
    const isHidden = token.hidden; // a paragraph of a tight list
    if (isHidden && parent().children.length > 0) addText(parent(), '\n');
    const element = isHidden ? parent() : createElement(token.tag, propertiesOf(token), position);
    if (!isHidden) addBlock(element);
    open.push(element);
  };
  const closeBlock = (token: Token) => {
    const element = open.pop() ?? root;
    if (token.type === 'heading_close') takeId(element);
    if (token.type === 'list_item_close' && markTask(element))
      parent().properties['className'] = ['contains-task-list'];
    if (endsWithLine(element, token)) addText(element, '\n');
  };
  const addToken = (token: Token) => {
    const position = { start: { line: row + 1, column: findIndent(lines[row]) + 1 } };
    const { type, content, nesting } = token;
    const container = containerOf(token);
    if (container !== undefined) openContainer(container, position);
    else if (token.html !== undefined) addHtml(token.html, token, position);
    else if (type === 'sitegen_footnote_open') open.push(notes.define(labelOf(token)));
    else if (type === 'html_block') addHtml(content, token, position);
    else if (type === 'fence' || type === 'code_block') {
      const pre = createCodeBlock(md.utils.unescapeAll(token.info), content, position);
      addBlock({ ...pre, properties: { ...pre.properties, ...propertiesOf(token) } });
    } else if (nesting === 1) openBlock(token, position);
    else if (nesting === -1) closeBlock(token);
    else addBlock(createElement(token.tag, propertiesOf(token), position));
  };
  const addInline = ({ content, children }: Token) => {
    const isCell = /^t[dh]$/.test(parent().tagName);
    const placeOf = findPlace(content, lines, row, isCell ? cellEnd : 0);
    addInlineTokens({ element: parent(), tokens: children ?? [], placeOf, notes });
    if (isCell) cellEnd = endOfCell(lines[row], content, cellEnd);
  };

  const env = {};
  const tokens = md.parse(source, env) as Token[];
  checkDepth(tokens, refuse);
  render?.(tokens, env);
  for (const token of tokens) {
    if (token.map !== null) row = token.map[0];
    if (token.type === 'tr_open') cellEnd = 0;
    if (token.type === 'inline') addInline(token);
    else addToken(token);
  }
  const footnotes = notes.list();
  if (footnotes !== undefined) addBlock(footnotes);
  return root.children;
}

function checkDepth(tokens: readonly Token[], refuse: Refuse): void {
  let [row, depth] = [0, 0];
  for (const token of tokens) {
    if (token.map !== null) row = token.map[0];
    for (const { nesting } of [token, ...(token.children ?? [])]) {
      depth += nesting;
      if (depth > MAX_DEPTH) refuse({ message: TOO_DEEP, line: row + 1 });
    }
  }
}

interface InlineTokens {
  /** A paragraph, a heading or a cell. */
  readonly element: ElementNode;
  readonly tokens: readonly Token[];
  readonly placeOf: ReturnType<typeof findPlace>;
  readonly notes: Footnotes;
}

function addInlineTokens({ element, tokens, placeOf, notes }: InlineTokens): void {
  const open = [element];
  for (const [index, token] of tokens.entries()) {
    const { type, content } = token;
    const parent = open.at(-1) ?? element;
    const position = placeOf(token, tokens[index + 1]);
    if (token.html !== undefined && !/[<&]/.test(token.html)) addText(parent, token.html);
    else if (token.html !== undefined) parent.children.push(rawOf(token, token.html, position));
    else if (type === 'text' || type === 'text_special') addText(parent, content);
    else if (type === 'softbreak') addText(parent, '\n');
    else if (type === 'html_inline') parent.children.push(rawOf(token, content, position));
    else if (type === 'sitegen_footnote_ref') parent.children.push(notes.refer(labelOf(token), position));
    else if (token.nesting === -1) open.pop();
    else {
      const child = createInline(token, position);
      parent.children.push(child);
      if (token.nesting === 1) open.push(child);
      if (type === 'hardbreak') addText(parent, '\n');
    }
  }
}

function rawOf({ isWritten }: Token, value: string, position: Position): TextNode {
  return { type: 'raw', value, position, isTrusted: isWritten !== true };
}

const labelOf = ({ meta }: Token): string => String(meta?.['label']);

/** The column where the text of a block starts, after spaces and the marks of quotes. */
function findIndent(line = ''): number {
  return /^[\s>]*/.exec(line)?.[0].length ?? 0;
}

function endOfCell(line = '', content: string, from: number): number {
  const start = line.indexOf(content, from);
  return start < 0 ? from : start + content.length;
}

const ALIGN = /^text-align:/;

/** Columns of tables are aligned by a class, because a strict policy blocks inline styles: `text-align:left` -> `align-left` */
function propertiesOf({ attrs }: Token): Record<string, unknown> {
  const entries = (attrs ?? []).map(([name, value]): [string, unknown] =>
    name === 'style' && ALIGN.test(String(value))
      ? ['className', [String(value).replace(ALIGN, 'align-')]]
      : [name, value],
  );
  return Object.fromEntries(entries);
}

/** As other parsers write it: elements that contain blocks end with a line. */
function endsWithLine({ children }: ElementNode, { tag, type }: Token): boolean {
  const last = children.at(-1);
  if (tag === 'li')
    return (
      last?.type === 'raw' ||
      (last?.type === 'element' && (last.data?.container !== undefined || BLOCKS.has(last.tagName)))
    );
  return type === 'sitegen_container' ? children.length > 0 : !/^(?:p|h\d|t[dh])$/.test(tag);
}

const BLOCKS = new Set('p ul ol li blockquote table pre h1 h2 h3 h4 h5 h6 hr div'.split(' '));

function createInline(token: Token, position: Position): ElementNode {
  const properties = propertiesOf(token);
  const tagName = token.tag === 's' ? 'del' : token.tag; // as on GitHub
  if (token.type !== 'image') return createElement(tagName, properties, position, token.content);
  const content = createElement('');
  addInlineTokens({
    element: content,
    tokens: token.children ?? [],
    placeOf: () => position,
    notes: createFootnotes(),
  });
  return createElement('img', { ...properties, alt: altOf(content.children) }, position);
}

function createCodeBlock(info: string, content: string, position: Position): ElementNode {
  const { language, meta } = splitFence(info);
  const properties = language === '' ? {} : { className: [`language-${language}`] };
  const code = createElement('code', properties, position, content);
  return createElement('pre', {}, position, { ...code, data: { meta } });
}

/** `- [x] done` */
function markTask(item: ElementNode): boolean {
  const paragraph = item.children.find(({ type }) => type === 'element') as ElementNode | undefined;
  const isLoose = item.children[0]?.type === 'text' && item.children[0].value === '\n' && paragraph?.tagName === 'p';
  const { children } = isLoose ? paragraph : item;
  const [first] = children;
  const [marker, mark] = (first?.type === 'text' && /^\[([ xX])\](?=\s)/.exec(first.value ?? '')) || [];
  if (first?.type !== 'text' || marker === undefined) return false;
  const box = createElement('input', { type: 'checkbox', checked: mark !== ' ', disabled: true });
  children.splice(0, 1, box, { type: 'text', value: (first.value ?? '').slice(marker.length) });
  item.properties['className'] = ['task-list-item'];
  return true;
}

/** `## Title {#id}` */
function takeId({ children, properties }: ElementNode): void {
  const last = children.at(-1);
  const [written, id] = (last?.type === 'text' && /(?<!\s)\s*\{#([^\s{}]+)\}\s*$/.exec(last.value ?? '')) || [];
  if (last?.type !== 'text' || written === undefined) return;
  children[children.length - 1] = { ...last, value: (last.value ?? '').slice(0, -written.length) };
  properties['id'] = id;
}

/**
 * @param content the text of a paragraph, a heading or a cell: each of its lines is the end of a line of the file
 * @param row the line that it begins in, from 0
 * @param from the column in that line at which a cell is searched for
 * @returns finds the place of each of its tokens, in their order. `next` is the text of a link
 */
function findPlace(
  content: string,
  lines: readonly string[],
  row: number,
  from: number,
): (token: Token, next?: Token) => Position {
  const parts = content.split('\n');
  let [index, start, last] = [0, 0, 0];
  let column = columnOf(lines[row], parts[0], from);
  return (token, next) => {
    last = offsetOf(token, next, content, last);
    let length = parts[index]?.length ?? 0;
    while (index < parts.length - 1 && last > start + length) {
      index += 1;
      start += length + 1;
      length = parts[index]?.length ?? 0;
      column = columnOf(lines[row + index], parts[index], 0);
    }
    return { start: { line: row + index + 1, column: column + last - start + 1 } };
  };
}

function offsetOf(token: Token, next: Token | undefined, content: string, last: number): number {
  if (token.type === 'link_open' && token.markup === 'linkify') {
    const found = content.indexOf(next?.content ?? '', last); // of an address in a text
    return found < 0 ? last : found;
  }
  if (token.offset === undefined) return last;
  // The offset of a link is that of its text, after the bracket.
  return token.type === 'link_open' && token.markup === '' ? token.offset - 1 : token.offset;
}

function columnOf(line = '', part = '', from: number): number {
  const text = part.trimEnd();
  const column =
    from === 0 && line.trimEnd().endsWith(text) ? line.trimEnd().length - text.length : line.indexOf(text, from);
  return Math.max(from, column);
}
