/** Which fields of two versions of a page belong together, wherever they go: what a visitor has typed stays in its field. */
import { ISLAND_TAG } from '../islands/markup.ts';

const FIELDS = 'input, select, option, textarea, details, audio, video, iframe, [contenteditable]';

/** What tells fields of a kind apart. */
const KEYS = ['type', 'name', 'value', 'aria-label', 'placeholder', 'src', 'class'];

/** Only fields that are the only ones of their kind, and elements with the same id, are certain to belong together. */
export function pairFields(page: ParentNode, next: ParentNode): Map<Node, Node> {
  const pairs = new Map<Node, Node>();
  const paired = new Set<Node>();
  // Those that are as they were come first. Of the others, the name decides.
  for (const describe of [describeId, describeWhole, describeName]) {
    const counterparts = findSingle(next, describe);
    for (const [key, field] of findSingle(page, describe)) {
      const counterpart = counterparts.get(key);
      if (counterpart === undefined || paired.has(field) || paired.has(counterpart)) continue;
      pairs.set(field, counterpart);
      paired.add(field).add(counterpart);
    }
  }
  return pairs;
}

/** The elements that no other has the description of, by their descriptions. */
function findSingle(page: ParentNode, describe: (element: Element) => string | undefined): Map<string, Element> {
  const found = new Map<string, Element>();
  const repeated = new Set<string>();
  for (const element of page.querySelectorAll(`[id], ${FIELDS}`)) {
    const key = element.closest(ISLAND_TAG) === null ? describe(element) : undefined;
    if (key === undefined) continue;
    if (found.has(key)) repeated.add(key);
    found.set(key, element);
  }
  for (const key of repeated) found.delete(key);
  return found;
}

function describeId(element: Element): string | undefined {
  const id = element.getAttribute('id');
  return id === null ? undefined : JSON.stringify([element.localName, id]);
}

function describeWhole(field: Element): string | undefined {
  if (!field.matches(FIELDS)) return undefined;
  return JSON.stringify([field.localName, labelOf(field), ...KEYS.map((key) => field.getAttribute(key))]);
}

/** Radio buttons and checkboxes share a name. */
function describeName(field: Element): string | undefined {
  const name = field.matches(FIELDS) ? field.getAttribute('name') : null;
  const value = field.matches('[type=radio], [type=checkbox]') ? field.getAttribute('value') : '';
  return name === null ? undefined : JSON.stringify([field.localName, name, value]);
}

function labelOf(field: Element): string {
  if (field.localName === 'option') return `${field.closest('select')?.name} ${field.textContent}`;
  const summary = field.querySelector('summary')?.textContent;
  // What the field itself contains, such as its options, is no part of its label.
  const label = [...(field.closest('label')?.childNodes ?? [])].filter((node) => !node.contains(field));
  return (summary ?? label.map(({ textContent }) => textContent).join('')).trim();
}
