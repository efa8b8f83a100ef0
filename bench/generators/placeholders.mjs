/**
 * Converts React components to templates in other languages. A component is rendered once with placeholders in place of
 * its texts; a dialect defines how they are written. So every generator gets the same page.
 */

/** These characters occur in no text: Unicode reserves them for private use. */
const [START, END] = ['\uE000', '\uE001'];
const PLACEHOLDER = /(?:="\uE000text ([^\uE001]+)\uE001")|\uE000(\w+) ?([^ \uE001]*) ?([^\uE001]*)\uE001/g;

const placeholder = (...parts) => `${START}${parts.join(' ')}${END}`;

/** A placeholder for markup that the dialect has a name for. */
export const markup = (name) => placeholder('markup', name);

/**
 * A value that components accept in place of the sample, and that knows its path: `content.steps`.
 *
 * @param sample its arrays are not empty, and their items have the same shape
 */
export function placeholdersFor(sample, name, depth = 0) {
  if (Array.isArray(sample)) {
    const item = `item${depth}`;
    const render = (view) => view(placeholdersFor(sample[0], item, depth + 1), 0);
    return { map: (view) => [placeholder('each', name, item), render(view), placeholder('end')] };
  }
  if (typeof sample !== 'object') return placeholder('text', name);
  const entries = Object.entries(sample).map(([key, value]) => [key, placeholdersFor(value, `${name}.${key}`, depth)]);
  return Object.fromEntries(entries);
}

/**
 * @param html rendered with placeholders
 * @param dialect `text`, `attribute`, `each`, `end` and `markup`: functions that return source code
 */
export function toTemplate(html, dialect) {
  return html.replaceAll(PLACEHOLDER, (_, attribute, kind, name, item) =>
    attribute === undefined ? dialect[kind](name, item) : `=${dialect.attribute(attribute)}`,
  );
}
