import { addressAttributesOf } from '../shared/address-attributes.ts';
import type { ContentMistake } from './content-problem.ts';
import type { MarkdownNode } from './content-tree.ts';
import { readHtml } from './read-html.ts';

const HINT = 'use an island';

/**
 * Finds a script in the attributes of an element, where a build would not show it: a handler, which React does not render, an
 * address that runs a script, or a whole document.
 *
 * @param props by their names in React
 */
export function findScript(tagName: string, props: Readonly<Record<string, unknown>>): ContentMistake | undefined {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value !== 'string') continue;
    if (/^on./i.test(name))
      return { message: `The content has an inline handler, \`${name.toLowerCase()}\`.`, hint: HINT };
    if (hasAddress(tagName, name) && runsScript(value))
      return { message: `The content has the address "${value}", which runs a script.`, hint: HINT };
    // An animation lists the values of an attribute, which may be an address.
    if (/^(?:animate|set)$/.test(tagName) && value.split(';').some(runsScript))
      return { message: `The content has an animation that runs a script, "${value}".`, hint: HINT };
    if (name === 'srcDoc' && containsScript(value))
      return { message: 'The content has a document with a script in it, `srcdoc`.', hint: HINT };
  }
  return undefined;
}

/** `xlink:href` is `xlinkHref` in React. */
function hasAddress(tagName: string, name: string): boolean {
  const attributes = addressAttributesOf(tagName);
  return attributes.has(name.toLowerCase()) || (name === 'xlinkHref' && attributes.has('xlink:href'));
}

/** The parser of URLs skips spaces, tabs and newlines, as browsers do. */
function runsScript(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'javascript:';
}

/** The document of an `<iframe>` is not checked like a page. */
function containsScript(html: string): boolean {
  let isTooLarge = false;
  const inspect = (node: MarkdownNode): boolean => {
    if (node.type !== 'element') return false;
    const { tagName, properties, children } = node;
    return tagName === 'script' || findScript(tagName, properties) !== undefined || children.some(inspect);
  };
  const nodes = readHtml([{ type: 'raw', value: html }], html, () => {
    isTooLarge = true;
  });
  return isTooLarge || nodes.some(inspect);
}
