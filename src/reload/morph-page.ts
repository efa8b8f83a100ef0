/** Changes the document to the next version of its page, and leaves what scripts and visitors have changed. */
import { Idiomorph } from 'idiomorph';
import { registry } from './island-registry.ts';
import { markPairs, type Mark } from './mark-elements.ts';
import { isSameNode, type Pairs } from './pair-nodes.ts';
import type { NextPage } from './served-page.ts';

/**
 * @param next is taken apart
 * @param pairs of the document and what was served
 * @param kept elements of the document that stay where they are
 * @param mark used for what belongs together; removing the marks is up to the caller
 */
export function morphPage(next: NextPage, pairs: Pairs, kept: ReadonlySet<Element>, mark: Mark): void {
  const { page, originalOf } = next;
  markPairs(mark, pairs, next);
  for (const element of kept) if (!element.hasAttribute('id')) mark([element]);
  void Idiomorph.morph(document.documentElement, page.documentElement, {
    // Without this, elements in `<head>` would be parsed from strings, which trusted types forbid.
    head: { style: 'morph' },
    callbacks: {
      beforeNodeMorphed: (old, updated) => {
        // Code is the same, but for the client, which is running. Trusted types forbid to change it.
        if (registry.served.has(old) || isCode(old)) return false;
        const [before, after] = [pairs.get(old), originalOf(updated)];
        if (before !== undefined && after !== undefined && isSameNode(before, after)) return false;
        if (!(old instanceof Element && updated instanceof Element)) return true;
        updateAttributes(old, updated, before, after);
        return !isSameInside(before, after);
      },
      beforeNodeRemoved: (node) => !(node instanceof Element && kept.has(node)),
      beforeAttributeUpdated: () => false, // they are updated
    },
  });
}

/** Data blocks have a JSON type. Rules for speculation and import maps are read once, like code. */
export function isCode(element: Element): boolean {
  return element.localName === 'script' && element.getAttribute('type')?.endsWith('json') !== true;
}

/** Attributes that only say what a control starts with. */
const STATE = ['value', 'checked', 'selected'];

/** Lets an element keep what scripts and visitors have changed, unless the page has changed it as well. */
function updateAttributes(old: Element, next: Element, before: Node | undefined, after: Node | undefined): void {
  const valueIn = (node: Node | undefined, name: string) => (node instanceof Element ? node.getAttribute(name) : null);
  const names = new Set([...old.getAttributeNames(), ...next.getAttributeNames()]);
  for (const name of names) {
    if (STATE.includes(name)) continue;
    const [was, own, value] = [valueIn(before, name), old.getAttribute(name), next.getAttribute(name)];
    if (before !== undefined && was === valueIn(after, name)) continue;
    setAttribute(old, name, name === 'class' ? mergeTokens(was, own, value) : value, next);
  }
  // The others say what a control may hold.
  for (const name of STATE) {
    const value = next.getAttribute(name);
    if (old.getAttribute(name) === value) continue;
    setAttribute(old, name, value, next);
    if (old.matches('input, option')) Object.assign(old, { [name]: name === 'value' ? (value ?? '') : value !== null });
  }
}

/** Classes as the author has changed them, without those that scripts have removed and with those that they have added. */
function mergeTokens(before: string | null, own: string | null, next: string | null): string | null {
  if (before === own) return next;
  const [was, is, will] = [before, own, next].map((list) => new Set(list?.split(/\s+/).filter(Boolean)));
  const tokens = [...will!].filter((token) => is!.has(token) || !was!.has(token));
  return [...new Set([...tokens, ...[...is!].filter((token) => !was!.has(token))])].join(' ');
}

/** Whether the author has changed nothing inside an element. */
function isSameInside(before: Node | undefined, after: Node | undefined): boolean {
  return before instanceof Element && after instanceof Element && before.innerHTML === after.innerHTML;
}

/** @param next has the namespace of the name, such as that of `xlink:href` */
function setAttribute(element: Element, name: string, value: string | null, next: Element): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttributeNS(next.getAttributeNode(name)?.namespaceURI ?? null, name, value);
}
