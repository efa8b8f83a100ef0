import { addressAttributesOf } from '../../shared/address-attributes.ts';
import type { ContentMistake } from '../content-problem.ts';
import type { ElementNode, MarkdownNode } from './tree.ts';

const HINT = 'use an island';

/**
 * Finds a script in the attributes of an element, where a build would not show it: a handler, which React does not render, an
 * address that runs a script, or a whole document.
 *
 * @param props by their names in React
 */
export function findScript(
  { tagName, data }: ElementNode,
  props: Readonly<Record<string, unknown>>,
): ContentMistake | undefined {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value !== 'string') continue;
    if (/^on./i.test(name))
      return { message: `The content has an inline handler, \`${name.toLowerCase()}\`.`, hint: HINT };
    if (hasAddress(tagName, name) && runsScript(value))
      return { message: `The content has the address "${value}", which runs a script.`, hint: HINT };
    // An animation lists the values of an attribute, which may be an address.
    if (/^(?:animate|set)$/.test(tagName) && value.split(';').some(runsScript))
      return { message: `The content has an animation that runs a script, "${value}".`, hint: HINT };
  }
  // The document of an `<iframe>` is not checked like a page.
  return data?.frame?.some(containsScript)
    ? { message: 'The content has a script in the `srcdoc` of an `<iframe>`.', hint: 'publish the document as a page' }
    : undefined;
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

function containsScript(node: MarkdownNode): boolean {
  if (node.type !== 'element') return false;
  const { tagName, properties, children } = node;
  return tagName === 'script' || findScript(node, properties) !== undefined || children.some(containsScript);
}
