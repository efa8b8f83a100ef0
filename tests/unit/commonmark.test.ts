/** The examples of CommonMark 0.31.2, each as a document that allows HTML. */
import { tests } from 'commonmark-spec';
import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';
import { expect, test } from 'vitest';
import { loadParser } from '../../src/content/markdown/parse-markdown.ts';
import type { MarkdownNode } from '../../src/content/elements/tree.ts';

const parse = await loadParser(true);

const LINKED = ['<https://foo.bar/baz bim>', '< https://foo.bar >', 'https://example.com', 'foo@bar.example.com'];

/** React uses its own attribute names. */
const NAMES: Readonly<Record<string, string>> = { className: 'class' };

/** An element as a list: its name, attributes and children, in order. White space between blocks is left out. */
type Tree = readonly [string, readonly string[], ...unknown[]];

function toTree(node: MarkdownNode): unknown[] {
  if (node.type === 'text') return node.value?.trim() === '' ? [] : [(node.value ?? '').trim()];
  if (node.type !== 'element') return [];
  const attributes = Object.entries(node.properties).map(
    ([name, value]) => `${NAMES[name] ?? name.toLowerCase()}=${String(value === true ? '' : value)}`,
  );
  return [[node.tagName, attributes.toSorted(), ...node.children.flatMap(toTree)] satisfies Tree];
}

function toTreeOfHtml(node: DefaultTreeAdapterMap['childNode']): unknown[] {
  if ('value' in node) return node.value.trim() === '' ? [] : [node.value.trim()];
  if (!('tagName' in node)) return [];
  const attributes = node.attrs.map(({ name, value }) => `${name}=${value}`);
  return [[node.tagName, attributes.toSorted(), ...node.childNodes.flatMap(toTreeOfHtml)] satisfies Tree];
}

test('every example of the specification gives its HTML, except for addresses that GitHub turns into links', () => {
  const differing = tests.filter(({ markdown, html }) => {
    const refuse = ({ message }: { readonly message: string }) => expect.fail(message);
    const { nodes } = parse(markdown.replaceAll('→', '\t'), refuse);
    const expected = parseFragment(html.replaceAll('→', '\t').trimEnd()).childNodes.flatMap(toTreeOfHtml);
    return JSON.stringify(nodes.flatMap(toTree)) !== JSON.stringify(expected);
  });
  expect(tests).toHaveLength(652);
  expect(differing.map(({ markdown }) => markdown.trim())).toEqual(LINKED);
});
