import { numberOf, type PlaceNumber } from '../../react/locate.ts';
import type { Element } from './html-elements.ts';
import type { StartTag } from './html-tokenizer.ts';
import { inspectPage } from './inspect-html.ts';
import { mayBeOnce } from './targets.ts';

/** The numbers of an element and of those around it, innermost first. The first is `undefined` if it has none itself. */
export type Around = readonly [PlaceNumber | undefined, ...PlaceNumber[]];

/** React moves elements into these. */
const OUTER = /^(?:html|head|body)$/;

/**
 * Finds the elements that problems are about.
 *
 * @param html of locating mode
 * @param keys from `TARGETS`
 * @returns by key, each occurrence. The first of those that a page may have once is left out
 */
export function locateInHtml(html: string, keys: ReadonlySet<string>): ReadonlyMap<string, readonly Around[]> {
  const found = new Map<string, Around[]>();
  /** Outermost first. */
  const open: StartTag[] = [];
  let current: StartTag | undefined;
  inspectPage(html, {
    onStart(tag) {
      if (current !== undefined && !current.isEmpty) open.push(current);
      current = tag;
    },
    onEnd(element: Element) {
      if (current !== undefined && !current.isEmpty) open.push(current);
      current = undefined;
      const index = open.findLastIndex((tag) => tag.element === element);
      if (index !== -1) open.length = index;
    },
    onTarget(key, target = current) {
      if (!keys.has(key)) return;
      const outer = open.filter(({ element }) => !OUTER.test(element.name)).toReversed();
      const around: Around = [
        target && numberOf(target.attributes),
        ...outer.flatMap((tag) => numberOf(tag.attributes) ?? []),
      ];
      found.set(key, [...(found.get(key) ?? []), around]);
    },
  });
  return new Map([...found].map(([key, all]) => [key, mayBeOnce(key) ? all.slice(1) : all]));
}
