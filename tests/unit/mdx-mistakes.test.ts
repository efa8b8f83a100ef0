/** Mistakes in MDX files, and in the code they are compiled to. */
import os from 'node:os';
import { expect, test } from 'vitest';
import { compileMdx } from '../../src/content/mdx/compile-mdx.ts';
import { SitegenError } from '../../src/shared/errors.ts';

async function mistakeIn(text: string): Promise<string> {
  try {
    await compileMdx({ file: 'a.mdx', text }, os.tmpdir());
    return 'none';
  } catch (error) {
    if (!(error instanceof SitegenError)) throw error;
    return error.diagnostics
      .map(({ place, message, hint = '' }) => `${place?.line}:${place?.column} ${message} ${hint}`)
      .join('\n');
  }
}

test.each(['export function f(a: string) {}', 'export type A = {}', 'export const a = b satisfies C'])(
  '%s: MDX has no TypeScript',
  async (text) => {
    expect(await mistakeIn(`# A\n\n${text}\n`)).toMatch(
      /^3:\d+ The JavaScript cannot be read: .* MDX has no TypeScript/,
    );
  },
);

test.each([
  ['export const a = { b: 1, c: x ? y : z };', /^none$/],
  ["import { a as b } from './a'", /^none$/],
  ['{a: b}', /^3:3 The JavaScript cannot be read/],
  ['export const a = (', /^4:1 The JavaScript cannot be read/],
  ['# A {#a}', /^3:\d+ MDX has no `\{#id\}`/],
  ['<b>x', /^3:1 Expected a closing tag for `<b>`/],
  ['a <br> b', /^3:3 Expected a closing tag for `<br>`/],
  ['[a](javascript:b)', /^3:1 The content has the address "javascript:b"/],
])('%s: %s', async (text, expected) => {
  expect(await mistakeIn(`# A\n\n${text}\n`)).toMatch(expected);
});

test.each([
  ['expressions', `{${'1+('.repeat(50_000)}1${')'.repeat(50_000)}}`, /^\d+:1 The file is nested too deep/],
  ['objects', `{${'{a:'.repeat(50_000)}1${'}'.repeat(50_000)}}`, /^3:1 Braces are nested/],
  ['quotes', `${'> '.repeat(1000)}a`, /^3:1 .*nested more than 300 levels deep/],
])('limits the depth of %s', async (_, text, expected) => {
  expect(await mistakeIn(`# A\n\n${text}\n`)).toMatch(expected);
});
