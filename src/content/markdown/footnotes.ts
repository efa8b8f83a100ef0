/** Footnotes as on GitHub: `text[^note]`, and below it `[^note]: Its text.` */
import type { MarkdownIt, StateInline } from 'markdown-it';
import { addText, createElement, type ElementNode } from '../elements/tree.ts';
import { parsingOf, type BlockRule } from './parsing.ts';

/** Brackets end a label, because searching for the end of each would take quadratic time. */
const REFERENCE = /\[\^([^\s[\]]{1,999})\]/y;

export function addFootnotes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote', parseNote, { alt: ['paragraph', 'reference'] });
  md.inline.ruler.after('image', 'footnote_ref', parseReference);
}

/** A note is a container. From the second one on, its lines are indented by four columns. */
const parseNote: BlockRule = (state, line, endLine, isSilent) => {
  const [start, indent] = [(state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.sCount[line] ?? 0];
  const [written, label] = matchAt(REFERENCE, state.src, start);
  if (label === undefined || state.src[start + written.length] !== ':' || indent - state.blkIndent >= 4) return false;
  if (isSilent) return true;
  const key = normalize(label);
  parsingOf(state.md).footnotes.add(key);
  state.push('sitegen_footnote_open', 'li', 1).meta = { label: key };
  const before = [state.bMarks[line] ?? 0, state.tShift[line] ?? 0, indent, state.parentType] as const;
  const content = start + written.length + 1;
  const first = state.skipSpaces(content);
  state.bMarks[line] = content;
  state.tShift[line] = first - content;
  state.blkIndent += 4;
  state.sCount[line] = widthOf(state.src.slice(content, first), indent + written.length + 1) + state.blkIndent;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, line, endLine);
  state.blkIndent -= 4;
  [state.bMarks[line], state.tShift[line], state.sCount[line], state.parentType] = before;
  state.push('sitegen_footnote_close', 'li', -1);
  return true;
};

const parseReference = (state: StateInline, isSilent: boolean): boolean => {
  const { footnotes } = parsingOf(state.md);
  if (footnotes.size === 0) return false;
  const [written, label] = matchAt(REFERENCE, state.src, state.pos);
  if (label === undefined || !footnotes.has(normalize(label))) return false;
  if (!isSilent) state.push('sitegen_footnote_ref', 'sup', 0).meta = { label: normalize(label) };
  state.pos += written.length;
  return true;
};

function matchAt(pattern: RegExp, text: string, at: number): readonly [string, string | undefined] {
  pattern.lastIndex = at;
  const [written = '', label] = pattern.exec(text) ?? [];
  return [written, label];
}

const normalize = (label: string): string => label.toLowerCase();

/** The width of blanks, in which a tab fills up to a multiple of four. @param start the column of the first */
function widthOf(blanks: string, start: number): number {
  let column = start;
  for (const blank of blanks) column += blank === '\t' ? 4 - (column % 4) : 1;
  return column - start;
}

/** The notes of a document, which are numbered in the order of the first reference to each. */
export interface Footnotes {
  /** @returns the element of a note, to which its content is added. Of two with the same label, the first counts */
  readonly define: (label: string) => ElementNode;
  /** @returns a reference to a note */
  readonly refer: (label: string, position: ElementNode['position']) => ElementNode;
  /** @returns the list of all notes that are referred to */
  readonly list: () => ElementNode | undefined;
}

export function createFootnotes(): Footnotes {
  const notes = new Map<string, ElementNode>();
  /** How often each note is referred to. */
  const references = new Map<string, { readonly number: number; count: number }>();
  const define: Footnotes['define'] = (label) => {
    const note = createElement('li', { id: `user-content-fn-${label}` });
    if (!notes.has(label)) notes.set(label, note);
    return note;
  };
  return {
    define,
    refer: (label, position) => {
      const reference = references.get(label) ?? { number: references.size + 1, count: 0 };
      references.set(label, reference);
      reference.count += 1;
      const properties = {
        href: `#user-content-fn-${encodeURIComponent(label)}`,
        id: `user-content-fnref-${label}${suffix(reference.count)}`,
        dataFootnoteRef: true,
        ariaDescribedBy: ['footnote-label'],
      };
      const link = createElement('a', properties, position, `${reference.number}`);
      return createElement('sup', {}, position, link);
    },
    list: () => {
      if (references.size === 0) return undefined;
      const list = createElement('ol', {}, undefined, '\n');
      for (const [label, { number, count }] of references) {
        const note = notes.get(label) ?? define(label);
        for (let nth = 1; nth <= count; nth += 1) addLinkBack(lastParagraph(note), label, number, nth);
        list.children.push(note);
        addText(list, '\n');
      }
      const title = createElement('h2', { className: ['sr-only'], id: 'footnote-label' }, undefined, 'Footnotes');
      const section = createElement('section', { dataFootnotes: true, className: ['footnotes'] }, undefined, title);
      addText(section, '\n');
      section.children.push(list);
      addText(section, '\n');
      return section;
    },
  };
}

const suffix = (nth: number): string => (nth === 1 ? '' : `-${nth}`);

function lastParagraph(note: ElementNode): ElementNode {
  const last = note.children.findLast(({ type }) => type === 'element');
  return last?.type === 'element' && last.tagName === 'p' ? last : note;
}

function addLinkBack(element: ElementNode, label: string, number: number, nth: number): void {
  const properties = {
    href: `#user-content-fnref-${encodeURIComponent(label)}${suffix(nth)}`,
    dataFootnoteBackref: '',
    ariaLabel: `Back to reference ${number}${suffix(nth)}`,
    className: ['data-footnote-backref'],
  };
  const link = createElement('a', properties, undefined, '↩');
  if (nth > 1) link.children.push(createElement('sup', {}, undefined, `${nth}`));
  addText(element, ' ');
  element.children.push(link);
}
