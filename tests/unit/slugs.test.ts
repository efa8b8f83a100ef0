/** `markdown.slugs`: ids of headings, the same in Markdown and MDX. */
import os from 'node:os';
import { expect, test } from 'vitest';
import { compileMdx } from '../../src/content/mdx/compile-mdx.ts';
import { loadParser } from '../../src/content/markdown/parse-markdown.ts';
import { DEFAULT_READING, customSlugs, type SlugOf } from '../../src/content/reading.ts';
import { readDocument } from '../../src/content/elements/prepare-document.ts';
import { SitegenError } from '../../src/shared/errors.ts';

async function idsIn(text: string, slugOf: SlugOf): Promise<readonly string[]> {
  const reading = { ...DEFAULT_READING, slugOf };
  const { headings } = readDocument({ file: 'a.md', text }, text, await loadParser(false, reading));
  const { facts } = await compileMdx({ file: 'a.mdx', text }, os.tmpdir(), reading);
  expect(facts.headings).toEqual(headings);
  return headings.map(({ id }) => id);
}

test('a function turns the words of a heading into its id', async () => {
  const slugs = customSlugs((text) => `h.${text.replaceAll(' ', '_')}`);
  expect(await idsIn('## A *b*\n\n## A b\n\n## `c`', slugs)).toEqual(['h.A_b', 'h.A_b-1', 'h.c']);
});

test('a function that fails is an error at each heading', async () => {
  const results = new Map<string, unknown>([
    ['empty', ''],
    ['space', 'a b'],
    ['number', 1],
    ['promise', Promise.resolve('a')],
    ['fine', 'fine'],
  ]);
  const slugs = customSlugs((text) => {
    if (text === 'throws') throw new Error('no');
    return results.get(text);
  });
  const text = [...results.keys(), 'throws'].map((name) => `## ${name}`).join('\n\n');
  const wrong = ['the id ""', 'the id "a b"', 'no string (number)', 'no string (object)'];
  const mistakes = await idsIn(text, slugs).catch((error: SitegenError) => error.diagnostics);
  expect(mistakes).toMatchObject([
    ...wrong.map((what, index) => ({
      code: 'content-invalid',
      message: expect.stringContaining(`returned ${what} for the heading`),
      place: { file: 'a.md', line: index * 2 + 1, column: 1 },
    })),
    { message: 'The function `markdown.slugs` threw for the heading "throws": Error: no.', place: { line: 11 } },
  ]);
});
