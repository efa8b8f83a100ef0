/** How browsers restructure elements that sites put into each other: https://html.spec.whatwg.org/#parsing-main-inbody */
import { CHILDREN_TAG, ISLAND_TAG } from '../../islands/markup.ts';
import { TARGETS } from './targets.ts';
import type { Element } from './html-elements.ts';
import type { StartTag } from './html-tokenizer.ts';

/** The rules of an element. Sets of bits, because they are applied to each tag of each page: one for each row of `CLOSED`. */
export interface Nesting {
  readonly opens: number;
  /** The outer elements that it hides from its content. */
  readonly ends: number;
  /** It is misplaced inside these. */
  readonly refuses: number;
  /** Its end tag may be left out: https://html.spec.whatwg.org/#optional-tags */
  readonly isEndOptional: boolean;
  /** Absent for elements that may be anywhere. */
  readonly parents: ReadonlySet<string> | undefined;
  /** Absent for elements that may contain text and any others. */
  readonly children: ReadonlySet<string> | undefined;
}

const HEADINGS = 'h1 h2 h3 h4 h5 h6';
const BLOCKS = `address article aside blockquote center details dialog div dl dd dt fieldset figcaption figure footer form ${HEADINGS} header hgroup hr li main menu nav ol p pre search section summary table ul`;
const SCOPES = 'caption foreignobject math object svg td template th';
const LISTS = `article aside blockquote button details dl fieldset figcaption figure footer form ${HEADINGS} header hgroup main menu nav ol pre section summary ul ${SCOPES}`;

const BREAKING = 'b blockquote br code dd div dl dt em hr i img li ol p pre small span strong sub sup table ul';

/** Open elements, the elements that cannot be inside them, and the elements in which these can be again (`*`: all). */
const CLOSED = [
  ['p', BLOCKS, `button ${SCOPES}`],
  ['a', 'a', SCOPES],
  ['button', 'button', SCOPES],
  ['form', 'form', 'template'],
  ['li', 'li', `dd dt ${LISTS}`],
  ['dd dt', 'dd dt', `li ${LISTS}`],
  ['svg', `${ISLAND_TAG} ${CHILDREN_TAG} ${HEADINGS} ${BREAKING}`, 'desc foreignobject title'],
  [HEADINGS, HEADINGS, '*'],
] as const;
/** Elements that are dropped, or moved, unless one of these is their parent. */
const PARENTS = [
  ['caption colgroup tbody tfoot thead', 'table template'],
  ['td th', 'tr template'],
  ['tr', 'tbody tfoot thead template'],
] as const;
/** Elements that contain nothing but these. */
const CHILDREN = [
  ['head', 'base link meta noscript script style template title'],
  ['table', 'caption colgroup input script style tbody template tfoot thead'],
  ['tbody tfoot thead', 'script style template tr'],
  ['tr', 'script style td template th'],
] as const;

const has = (names: string, name: string) => names.split(' ').includes(name);
const bitsWhere = (isIn: (rule: (typeof CLOSED)[number]) => boolean) =>
  CLOSED.reduce((bits, rule, index) => (isIn(rule) ? bits | (1 << index) : bits), 0);
const setOf = (rules: readonly (readonly [string, string])[], name: string) => {
  const [, names] = rules.find(([all]) => has(all, name)) ?? [];
  return names === undefined ? undefined : new Set(names.split(' '));
};

/** @param name of an element, in lower case */
export function nestingOf(name: string): Nesting {
  return {
    opens: bitsWhere(([open]) => has(open, name)),
    ends: bitsWhere(([, , until]) => until === '*' || has(until, name)),
    refuses: bitsWhere(([, by]) => has(by, name)),
    isEndOptional: has('caption colgroup dd dt head li p tbody td tfoot th thead tr', name),
    parents: setOf(PARENTS, name),
    children: setOf(CHILDREN, name),
  };
}

/** Finds elements and text that a browser would move. An added `<tbody>` matters only to hydration. */
export function trackNesting(html: string, onTarget?: (key: string, tag?: StartTag) => void) {
  const misnested = new Set<string>();
  let hasBareRows = false;
  /** Outermost first, with the bits around their content. */
  const open: { readonly element: Element; readonly bits: number }[] = [];
  /** Closed by a tag. If their end tag follows later, that tag was written inside them. */
  const closed: { readonly element: Element; readonly tag: StartTag }[] = [];
  const report = (what: string, outer: string, tag?: StartTag) => {
    const nesting = `${what} inside <${outer}>`;
    misnested.add(nesting);
    onTarget?.(TARGETS.nesting(nesting), tag);
  };
  /** The name of the element around the tag that does not allow it. */
  const findOuter = ({ element: { name, nesting } }: StartTag, depth: number): string | undefined => {
    const parent = open[depth - 1];
    if (parent === undefined) return undefined;
    const refusing = parent.bits & nesting.refuses;
    if (refusing !== 0) return open.findLast(({ element }) => (element.nesting.opens & refusing) !== 0)?.element.name;
    const { children } = parent.element.nesting;
    const isChild = (children?.has(name) ?? true) && (nesting.parents?.has(parent.element.name) ?? true);
    return isChild ? undefined : parent.element.name;
  };
  /** Closes the innermost elements whose end tags may be missing, if that allows the tag. */
  const closeImplied = (tag: StartTag): boolean => {
    let depth = open.length;
    while (open[depth - 1]?.element.nesting.isEndOptional === true) {
      depth -= 1;
      if (depth > 0 && findOuter(tag, depth) !== undefined) continue;
      closed.push(...open.slice(depth).map(({ element }) => ({ element, tag })));
      open.length = depth;
      return true;
    }
    return false;
  };
  const isInIsland = () => open.some(({ element }) => element.isIsland);
  return {
    open: (tag: StartTag): void => {
      const { name, nesting } = tag.element;
      const outer = findOuter(tag, open.length);
      if (outer === 'table' && name === 'tr' && !isInIsland()) {
        hasBareRows = true;
        onTarget?.(TARGETS.bareRow);
      } else if (outer !== undefined && !closeImplied(tag)) report(`<${name}>`, outer);
      // What refuses it does not refuse its content once more.
      const bits = ((open.at(-1)?.bits ?? 0) & ~nesting.refuses & ~nesting.ends) | nesting.opens;
      if (!tag.isEmpty) open.push({ element: tag.element, bits });
    },
    close: (element: Element): void => {
      const index = open.findLastIndex((one) => one.element === element);
      if (index !== -1) open.length = index;
      else {
        const late = closed.findLastIndex((one) => one.element === element);
        if (late !== -1)
          closed.splice(late, 1).forEach(({ tag }) => report(`<${tag.element.name}>`, element.name, tag));
      }
    },
    text: (start: number, end: number): void => {
      const parent = open.at(-1)?.element;
      if (parent?.nesting.children !== undefined && /[^\t\n\f\r ]/.test(html.slice(start, end)))
        report('text', parent.name);
    },
    found: () => ({ misnested: [...misnested], hasBareRows }),
  };
}
