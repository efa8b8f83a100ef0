/**
 * Replaces quotes, dashes and dots by those of print, for English: https://daringfireball.net/projects/smartypants/
 *
 *     "It's here" -- at last...   ->   “It’s here” — at last…
 */
import { decode } from '../shared/address.ts';
import { isBlock } from './plain-text.ts';

/** A node of hast, or JSX in it. */
interface TextTree {
  readonly type: string;
  readonly tagName?: string;
  /** Of JSX. */
  readonly name?: string | null;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly attributes?: readonly { readonly name?: string; readonly value?: unknown }[];
  readonly children?: readonly TextTree[];
  value?: string;
  written?: string;
}

/** Code and data, in which every character counts. */
const EXACT = /^(?:code|kbd|math|pre|samp|script|style|template|textarea|tt|var)$/;

/** Stands for code, an image or an expression beside a quote. */
const WORD = 'a';

/** @param nodes changed in place. Texts keep what was written */
export function replacePunctuation(nodes: readonly TextTree[]): void {
  /** The texts of the current block, and what is between them. */
  let texts: { readonly node: TextTree; readonly start: number }[] = [];
  let line = '';
  const finishBlock = () => {
    const quoted = texts.length === 0 ? '' : replaceQuotes(line);
    for (const { node, start } of texts) {
      const { value = '' } = node;
      const replaced = replaceDashes(quoted.slice(start, start + value.length));
      if (replaced !== value) Object.assign(node, { value: replaced, written: value });
    }
    [texts, line] = [[], ''];
  };
  const visitElement = (node: TextTree): void => {
    const { type, children = [] } = node;
    const name = node.tagName ?? node.name ?? '';
    const isApart = isBlock(name) || /^t[dh]$/.test(name) || type === 'mdxJsxFlowElement';
    if (isApart && name !== 'br') finishBlock();
    if (name === 'br') line += ' ';
    else if (name === 'img' || EXACT.test(name) || isAddress(node, name)) line += WORD;
    else children.forEach(visit);
    if (isApart && name !== 'br') finishBlock();
  };
  const visit = (node: TextTree): void => {
    if (node.type === 'text') {
      texts.push({ node, start: line.length });
      line += node.value ?? '';
    } else if (node.type === 'element' || node.type.startsWith('mdxJsx')) visitElement(node);
    else if (node.type === 'mdxTextExpression') line += WORD;
    else if (node.type === 'root') node.children?.forEach(visit);
  };
  nodes.forEach(visit);
  finishBlock();
}

/** True for a link whose text is its address. */
function isAddress({ properties, attributes = [], children = [] }: TextTree, name: string): boolean {
  const [text, ...others] = children;
  if (name !== 'a' || text?.type !== 'text' || others.length > 0) return false;
  const { value = '' } = text;
  const href = properties?.['href'] ?? attributes.find((one) => one.name === 'href')?.value;
  return (
    typeof href === 'string' && !/\s/.test(value) && (href.endsWith(value) || decode(href)?.endsWith(value) === true)
  );
}

const SPACE = /\s/;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** Between words, or after a bracket, a dash or a quote that has been opened. */
const BEFORE_QUOTE = /[\s([{<“‘«‹¡¿/=\p{Pd}]/u;

/** `'80s` */
const DECADE = /'\d\ds(?![\p{L}\p{N}])/uy;

/** The end of a word, after punctuation: `(x)'s` */
const GENITIVE = /'s(?![\p{L}\p{N}])/uy;

/** @param line the text of a block. @returns as many characters */
function replaceQuotes(line: string): string {
  if (!/["']/.test(line)) return line;
  const leadsToWord = findLeads(line);
  const parts: string[] = [];
  let before = ' ';
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    // `""` is an empty text in code.
    const isQuote = /["']/.test(character) && line[index - 1] !== character && line[index + 1] !== character;
    if (isQuote) {
      const isOpening = opensQuote(line, index, before, leadsToWord[index + 1] === 1);
      before = (character === '"' ? '“”' : '‘’').charAt(isOpening ? 0 : 1);
    } else before = character;
    parts.push(before);
  }
  return parts.join('');
}

/** @param before the character before the quote, with its own quotes replaced. @param leads true if no space follows before a word */
function opensQuote(line: string, index: number, before: string, leads: boolean): boolean {
  DECADE.lastIndex = index;
  GENITIVE.lastIndex = index;
  if (LETTER.test(before) || DECADE.test(line)) return false;
  const isBetween = BEFORE_QUOTE.test(before);
  if (LETTER.test(line.charAt(index + 1))) return isBetween || !GENITIVE.test(line);
  return isBetween && leads;
}

/** @returns 1 at each character that a letter follows, with nothing but punctuation before it. One pass for all quotes */
function findLeads(line: string): Uint8Array {
  const leads = new Uint8Array(line.length + 1);
  for (let index = line.length - 1; index >= 0; index -= 1) {
    const character = line.charAt(index);
    const isOther = !LETTER.test(character) && !SPACE.test(character);
    leads[index] = LETTER.test(character) || (isOther && leads[index + 1] === 1) ? 1 : 0;
  }
  return leads;
}

/** `--` and `---` are both an em dash. Arrows and longer lines stay. */
function replaceDashes(text: string): string {
  return text.replace(/(?<![-<])---?(?![->])/g, '—').replace(/\.{3,}|\.(?: \.){2,}/g, '…');
}
