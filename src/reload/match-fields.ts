/** Idiomorph matches elements by their ids, and else by their tags: a field without an id would give its text to another. */
import { ISLAND_TAG } from '../islands/markup.ts';

const FIELDS = 'input, select, textarea, details, audio, video, iframe, [contenteditable]';

/** What tells fields of a kind apart. */
const KEYS = ['type', 'name', 'value', 'aria-label', 'placeholder', 'src', 'class'];

/**
 * Gives each field of the document without an id, and its counterpart in the new page, the same id.
 *
 * @returns removes the ids from the document
 */
export function matchFields(page: Document): () => void {
  const counterparts = fieldsIn(page);
  const matched: Element[] = [];
  for (const [key, field] of fieldsIn(document)) {
    const counterpart = counterparts.get(key);
    if (counterpart === undefined) continue;
    for (const element of [field, counterpart]) element.id = `sitegen-field-${matched.length}`;
    matched.push(field);
  }
  return () => {
    for (const field of matched) field.removeAttribute('id');
  };
}

/** By what tells them apart; those that nothing tells apart, in order. */
function fieldsIn(page: Document): Map<string, Element> {
  const fields = new Map<string, Element>();
  const counts = new Map<string, number>();
  for (const field of page.querySelectorAll(FIELDS)) {
    if (field.id !== '' || field.closest(ISLAND_TAG) !== null) continue;
    const label = field.closest('label')?.textContent ?? field.querySelector('summary')?.textContent ?? '';
    const kind = JSON.stringify([field.localName, label.trim(), ...KEYS.map((key) => field.getAttribute(key))]);
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    fields.set(`${kind} ${count}`, field);
  }
  return fields;
}
