/**
 * The rules of the HTML standard for elements inside each other: https://html.spec.whatwg.org/#parsing-main-inbody
 *
 * They are sets of bits, because they are applied to each tag of each page. A bit stands for an open element that others close, or
 * for a parent that allows only certain children.
 */
import { CHILDREN_TAG, ISLAND_TAG } from '../../islands/markup.ts';
import { CLOSED, DROPPED, STRICT } from './nesting-rules.ts';

/** The rules of an element. */
export interface Nesting {
  /** The bits that it sets for its content. */
  readonly opens: number;
  /** The bits of outer elements that it removes for its content. */
  readonly ends: number;
  /** It is misplaced where one of these is set. */
  readonly refuses: number;
  /** It is misplaced where none of these is set. Zero for elements with no such rule. */
  readonly needs: number;
  /** Its end tag may be left out before elements that close it: https://html.spec.whatwg.org/#optional-tags */
  readonly isEndOptional: boolean;
}

const ISLANDS = [ISLAND_TAG, CHILDREN_TAG];
/** Their content is read by other rules, and closed by elements of HTML. */
const FOREIGN = 'math svg';
const has = (names: string, name: string) => names.split(' ').includes(name);
const END_OPTIONAL = 'caption colgroup dd dt head li optgroup option p rb rp rt rtc tbody td tfoot th thead tr';
/** Parents that only `DROPPED` names. `` stands for the page. */
const PARENTS = ['template', 'html', ''];

const bitOf = (index: number) => 1 << index;
const strictBit = (index: number) => bitOf(CLOSED.length + index);
const parentBit = (index: number) => strictBit(STRICT.length + index);
const join = (bits: readonly number[]) => bits.reduce((all, bit) => all | bit, 0);
const bitsWhere = (isIn: (rule: (typeof CLOSED)[number]) => boolean) =>
  join(CLOSED.map((rule, index) => (isIn(rule) ? bitOf(index) : 0)));

/** The bits of parents, which apply only to their children. */
export const PARENT_BITS = -1 << CLOSED.length;
export const FOREIGN_BIT = bitsWhere(([open]) => open === FOREIGN);
export const STRICT_BITS = join(STRICT.map((_, index) => strictBit(index)));
const SELECT_BIT = bitsWhere(([open]) => open === 'select');
/** The bit of the page itself. */
export const PAGE_BIT = parentBit(PARENTS.indexOf(''));

/** Bits of the parents with these names, and of those around them. */
function bitsOfParents(isParent: (name: string) => boolean): number {
  const strict = STRICT.map(([names], index) => (names.split(' ').some(isParent) ? strictBit(index) : 0));
  return join([...strict, ...PARENTS.map((name, index) => (isParent(name) ? parentBit(index) : 0))]);
}

/** @param name of an element, in lower case */
export function nestingOf(name: string): Nesting {
  const isIsland = ISLANDS.includes(name);
  const [, parents] = DROPPED.find(([names]) => has(names, name)) ?? [];
  const strict = STRICT.map(([, only], index) => (parents === undefined && !has(only, name) ? strictBit(index) : 0));
  // Browsers before 2025 drop islands in a `<select>`.
  const besides = isIsland ? FOREIGN_BIT | SELECT_BIT : 0;
  return {
    opens: bitsWhere(([open]) => has(open, name)) | bitsOfParents((parent) => parent === name),
    ends: bitsWhere(([, , until]) => until.startsWith('*') !== has(until, name)) | PARENT_BITS | besides,
    refuses: bitsWhere(([, by]) => has(by, name)) | join(strict) | besides,
    isEndOptional: has(END_OPTIONAL, name),
    needs: parents === undefined ? 0 : bitsOfParents((parent) => has(parents, parent)),
  };
}
