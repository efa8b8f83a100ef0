/** Containers in Markdown: `:::name[Title]{key=value}` or `:::name Title {key=value}`, up to a line with as many colons. */
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { NAME, describeOpen, readContainer, STRAY } from '../elements/container.ts';
import type { ContentMistake } from '../content-problem.ts';
import { parsingOf, type BlockRule, type Token } from './parsing.ts';

const TYPE = 'sitegen_container';

export function addContainers(md: MarkdownIt): void {
  md.block.ruler.before('fence', TYPE, parseContainer, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

/** What a token begins. */
export interface ContainerStart extends Extract<ReturnType<typeof readContainer>, { readonly tagName: string }> {
  /** As it is written. */
  readonly name: string;
}

/** @returns the container that begins with a token */
export function containerOf({ type, nesting, meta }: Token): ContainerStart | undefined {
  return type === TYPE && nesting === 1 ? (meta?.['container'] as ContainerStart) : undefined;
}

/** As `remark-directive` reads it: a line of as many colons ends a container, whatever else begins in it. */
const parseContainer: BlockRule = (state, line, endLine, isSilent) => {
  const [colons, rest] = colonsAt(state, line);
  if (colons.length < 3) return false;
  if (isSilent) return true;
  const refuse = (mistake: ContentMistake): never => {
    parsingOf(state.md).refuse({ ...mistake, line: line + 1 });
    throw new Error('A refused document is not read any further.');
  };
  const [, name, inBrackets, afterName = '', attributes = ''] = LINE.exec(rest.trim()) ?? refuse(STRAY);
  const start = { name: String(name), ...readStart(state.md, String(name), inBrackets, afterName, attributes) };
  if (!('tagName' in start)) return refuse(start);
  let end = line + 1;
  while (end < endLine && isInside(state, end) && !isEnd(state, end, colons.length)) end += 1;
  if (end === endLine || !isInside(state, end)) refuse(describeOpen(start.name, colons));
  const token = state.push(TYPE, '', 1);
  token.meta = { container: start };
  token.map = [line, end];
  const { parentType, lineMax } = state;
  Object.assign(state, { parentType: 'container', lineMax: end });
  state.md.block.tokenize(state, line + 1, end);
  Object.assign(state, { parentType, lineMax, line: end + 1 });
  state.push(TYPE, '', -1);
  return true;
};

/** `note`, `note[Title]{…}`, `note Title {…}` */
const LINE = new RegExp(String.raw`^(${NAME})(?:\[(.*)\][ \t]*|(?![^\s{])[ \t]*(.*?))(\{[^{}]*\})?$`, 'su');

/** @returns the colons that begin a line, and its rest */
function colonsAt(state: StateBlock, line: number): readonly [string, string] {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (state.src[start] !== ':' || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return ['', ''];
  const [, colons = '', rest = ''] = /^(:*)(.*)$/s.exec(state.src.slice(start, state.eMarks[line])) ?? [];
  return [colons, rest];
}

function isEnd(state: StateBlock, line: number, count: number): boolean {
  const [colons, rest] = colonsAt(state, line);
  return colons.length >= count && rest.trim() === '';
}

/** False for a line after the item of a list. */
function isInside(state: StateBlock, line: number): boolean {
  return state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent;
}

function readStart(
  md: MarkdownIt,
  name: string,
  inBrackets: string | undefined,
  afterName: string,
  written: string,
): ReturnType<typeof readContainer> {
  const attributes = written === '' ? {} : readAttributes(written);
  if (attributes !== undefined) return readContainer(name, attributes, wordsOf(md, inBrackets ?? afterName));
  // Braces in a title.
  if (inBrackets === undefined && afterName !== '') return readContainer(name, {}, wordsOf(md, afterName + written));
  return {
    message: `The line of \`:::${name}\` cannot be read.`,
    hint: 'write `:::name[Title]{#id .class key="value"}`',
  };
}

/** `#id`, `.class`, `open`, `key=value`, `key="a value"` */
const ATTRIBUTE =
  /\s*(?:#([^\s#.{}="']+)|\.([^\s#.{}="']+)|([A-Za-z][\w-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+)))?)(?=[\s#.]|$)/y;

/** @returns `undefined` if something in the braces is no attribute */
function readAttributes(braces: string): Readonly<Record<string, string>> | undefined {
  const text = braces.slice(1, -1).trim();
  const attributes = new Map<string, string>();
  ATTRIBUTE.lastIndex = 0;
  while (ATTRIBUTE.lastIndex < text.length) {
    const [, id, className, name, ...values] = ATTRIBUTE.exec(text) ?? [];
    const value = values.find((one) => one !== undefined) ?? '';
    const classes = className ?? (/^class(?:Name)?$/.test(name ?? '') ? value : undefined);
    if (id !== undefined) attributes.set('id', id);
    else if (classes !== undefined) attributes.set('class', [attributes.get('class'), classes].join(' ').trim());
    else if (name !== undefined) attributes.set(name, value);
    else return undefined;
  }
  return Object.fromEntries(attributes);
}

/** @returns a title without the marks of code, emphasis and links */
function wordsOf(md: MarkdownIt, title: string): string {
  const tokens: Token[] = [];
  md.inline.parse(title.trim(), md, {}, tokens);
  return tokens.map(({ content }) => content).join('');
}
