/**
 * Names for the elements that problems are about: the reader of HTML reports them in locating mode, and checks put them into
 * their diagnostics.
 */
import type { Diagnostic } from '../../shared/diagnostics.ts';
import type { Reference } from '../../shared/model.ts';
import type { PageImage } from '../../shared/page-facts.ts';

/** Several of these are a mistake, and the first of them is not. */
const ONCE = { h1: 'h1', main: 'main', title: 'title', id: (id: string) => `id ${id}` };

export const TARGETS = {
  ...ONCE,
  reference: ({ from, url }: Reference) => `address ${from} ${url}`,
  image: ({ src, size, hasOthers }: PageImage) => `image ${src} ${size?.width} ${size?.height} ${hasOthers}`,
  imageWithoutAlt: (src: string) => `no alt ${src}`,
  inline: (kind: 'script' | 'style') => `inline ${kind}`,
  nesting: (nesting: string) => `nesting ${nesting}`,
  /** The element that cannot be rendered. */
  failure: 'failure',
  /** A problem that was recorded while the page was rendered. */
  recorded: ({ code, message }: Pick<Diagnostic, 'code' | 'message'>) => `recorded ${code} ${message}`,
};

/** True for elements of which a page may have one. */
export function mayBeOnce(key: string): boolean {
  return [ONCE.h1, ONCE.main, ONCE.title].includes(key) || key.startsWith(ONCE.id(''));
}
