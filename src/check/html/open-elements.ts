import type { Element } from './html-elements.ts';
import { attributeOf, type StartTag } from './html-tokenizer.ts';
import { FOREIGN_BIT, nestingOf, PAGE_BIT, PARENT_BITS, STRICT_BITS } from './nesting.ts';

/** What an element inside a drawing or formula that contains HTML removes. */
const { ends: ENDED_BY_HTML } = nestingOf('svg:foreignobject');

/** A misplaced element. */
interface Misplaced {
  readonly tag: StartTag;
  /** The name of the enclosing element that does not allow it. */
  readonly outer: string;
}

/** An element that the next one, the tag, has closed. If its end tag follows later, the next one was written inside it. */
interface Closed extends Misplaced {
  readonly element: Element;
  /** That of the outermost element that was closed with it. */
  readonly depth: number;
}

/** Tracks the open elements of a page, and finds those that browsers move, drop or put beside the element around them. */
export function trackOpenElements() {
  /** Outermost first. */
  const open: Element[] = [];
  /** The bits around each of them. */
  const around: number[] = [];
  /** The bits around the next element. */
  let bits = PAGE_BIT;
  /** Innermost last. Those of the same depth that were closed before are forgotten: a list can have any number of items. */
  const closed: Closed[] = [];
  const push = (element: Element, inside: number) => {
    open.push(element);
    around.push(bits);
    bits = inside;
  };
  const shorten = (depth: number) => {
    bits = around[depth] ?? PAGE_BIT;
    open.length = depth;
    around.length = depth;
  };
  const dropClosed = (depth: number) => {
    closed.length = closed.findLastIndex((one) => one.depth < depth) + 1;
  };
  /** Closes the innermost elements whose end tags may be missing, if the next one is allowed then. */
  const closeImplied = (tag: StartTag): boolean => {
    let depth = open.length;
    while (open[depth - 1]?.nesting.isEndOptional === true) {
      depth -= 1;
      if (isMisplacedIn(around[depth] ?? PAGE_BIT, tag)) continue;
      dropClosed(depth);
      closed.push(...open.slice(depth).map((element) => ({ element, depth, tag, outer: element.name })));
      shorten(depth);
      return true;
    }
    return false;
  };
  return {
    /** @returns the name of the enclosing element in which it is misplaced, if that is certain */
    open: (tag: StartTag): string | undefined => {
      const { element, isEmpty } = tag;
      const { opens, ends, refuses } = element.nesting;
      if ((bits & FOREIGN_BIT) !== 0 && (refuses & FOREIGN_BIT) === 0) {
        if (!isEmpty) push(element, bits & ~(element.content === 'html' ? ENDED_BY_HTML : PARENT_BITS));
        return undefined;
      }
      const outer = isMisplacedIn(bits, tag) && !closeImplied(tag) ? findOuter(open, bits & refuses) : undefined;
      // What it closes is not open around its content.
      if (!isEmpty) push(element, (bits & ~refuses & ~ends) | opens);
      return outer;
    },
    /** @returns an element that turns out to be misplaced */
    close: (element: Element): Misplaced | undefined => {
      // Most tags. Shortening a list takes longer.
      if (open.at(-1) === element && closed.length === 0) {
        open.pop();
        bits = around.pop() ?? PAGE_BIT;
        return undefined;
      }
      const index = open.lastIndexOf(element);
      if (closed.length > 0) {
        const late = closed.findLastIndex((one) => one.depth > index && one.element === element);
        if (late !== -1) return closed.splice(late, 1)[0];
        if (index !== -1) dropClosed(index + 1);
      }
      if (index !== -1) shorten(index);
      return undefined;
    },
    /** The name of the innermost element, if browsers move text out of it. */
    refusesText: (): string | undefined => ((bits & STRICT_BITS) === 0 ? undefined : open.at(-1)?.name),
    isInIsland: (): boolean => open.some(({ isIsland }) => isIsland),
  };
}

/** @param bits around the element */
function isMisplacedIn(bits: number, tag: StartTag): boolean {
  const { refuses, needs } = tag.element.nesting;
  return ((bits & refuses) !== 0 || (needs !== 0 && (bits & needs) === 0)) && !isHiddenInput(tag);
}

/** The only `<input>` that a table may contain. */
function isHiddenInput({ element, attributes }: StartTag): boolean {
  return element.name === 'input' && /^hidden$/i.test(attributeOf(attributes, 'type') ?? '');
}

/** @param refusing the bits of the element that closes the next one, if any. Otherwise, its parent does not allow it */
function findOuter(open: readonly Element[], refusing: number): string {
  const outer = open.findLast(({ nesting }) => (nesting.opens & refusing) !== 0) ?? open.at(-1);
  return outer?.name ?? '';
}
