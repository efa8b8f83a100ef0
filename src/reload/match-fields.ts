/** Idiomorph matches elements by their ids, and else by their tags: a field without an id would give its text to another. */
import { ISLAND_TAG } from '../islands/markup.ts';

const FIELDS = 'input, select, option, textarea, details, audio, video, iframe, [contenteditable]';

/** What tells fields of a kind apart. */
const KEYS = ['type', 'name', 'value', 'aria-label', 'placeholder', 'src', 'class'];

/**
 * Gives each field of the document without an id, and its counterpart in the new page, the same id.
 *
 * @returns removes the ids from the document
 */
export function matchFields(page: Document): () => void {
  const matched: Element[] = [];
  // Those that are as they were come first. Of the others, the name decides.
  for (const describe of [describeWhole, describeName]) {
    const counterparts = fieldsIn(page, describe);
    for (const [key, field] of fieldsIn(document, describe)) {
      const counterpart = counterparts.get(key);
      if (counterpart === undefined) continue;
      for (const element of [field, counterpart]) element.id = `sitegen-field-${matched.length}`;
      matched.push(field);
    }
  }
  return () => {
    for (const field of matched) field.removeAttribute('id');
  };
}

/** By what tells them apart; those that nothing tells apart, in order. */
function fieldsIn(page: Document, describe: (field: Element) => string | undefined): Map<string, Element> {
  const fields = new Map<string, Element>();
  const counts = new Map<string, number>();
  for (const field of page.querySelectorAll(FIELDS)) {
    if (field.id !== '' || field.closest(ISLAND_TAG) !== null) continue;
    const key = describe(field);
    if (key === undefined) continue;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    fields.set(`${key} ${count}`, field);
  }
  return fields;
}

function describeWhole(field: Element): string {
  return JSON.stringify([field.localName, labelOf(field), ...KEYS.map((key) => field.getAttribute(key))]);
}

/** Radio buttons and checkboxes share a name. */
function describeName(field: Element): string | undefined {
  const name = field.getAttribute('name');
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
