/** Mistakes in MDX files, and in the code they are compiled to. */
import os from 'node:os';
import { expect, test } from 'vitest';
import { compileMdx } from '../../src/content/compile-mdx.ts';
import { SitegenError } from '../../src/shared/errors.ts';

async function mistakeIn(text: string): Promise<string> {
  try {
    await compileMdx({ file: 'a.mdx', text }, os.tmpdir());
    return 'none';
  } catch (error) {
    if (!(error instanceof SitegenError)) throw error;
    return error.diagnostics.map(({ place, message }) => `${place?.line}:${place?.column} ${message}`).join('\n');
  }
}

test.each([
  'export const a: number = 1',
  'export const f = (a?: string) => a',
  'export const f = (): string => 1',
  'export function f(a: string) {}',
  'export const f = <T,>(x: T) => x',
  'export const f = async <T>(x) => x',
  'export type A = {}',
  'export interface A {}',
  'export enum E { A }',
  'export declare const x',
  'export abstract class A {}',
  "import type { A } from './a'",
  "import { type A } from './a'",
  'export const a = b satisfies C',
  'Text {(x as any).y}',
  'Text {x!}',
  '<A b={c as any} />',
  '{[1].map((n: number) => n)}',
  '<Comp<string> />',
])('%s: MDX has no TypeScript', async (text) => {
  expect(await mistakeIn(`# A\n\n${text}\n`)).toMatch(/^3:\d+ MDX has no TypeScript/);
});

test.each([
  ['export const a = { b: 1, c: x ? y : z };', /^none$/],
  ["import { a as b } from './a'", /^none$/],
  ['{a: b}', /^3:3 The JavaScript cannot be read/],
  ['export const a = (', /^4:1 The JavaScript cannot be read/],
  ['# A {#a}', /^3:\d+ MDX has no `\{#id\}`/],
  ['<b>x', /^3:1 Expected a closing tag for `<b>`/],
  ['<div>\n\nx', /^3:1 Expected a closing tag for `<div>`/],
  ['a <br> b', /^3:3 Expected a closing tag for `<br>`/],
  ['x\n\n{y\n\nz', /^5:1 Unexpected end of file in expression/],
  ['a\n\n</b>', /^5:2 Unexpected closing slash/],
  ['<https://a.b>', /^3:\d+ Unexpected character `\/`/],
  ['[a](javascript:b)', /^3:1 The content has the address "javascript:b"/],
])('%s: %s', async (text, expected) => {
  expect(await mistakeIn(`# A\n\n${text}\n`)).toMatch(expected);
});

test.each([
  ['expressions', `{${'1+('.repeat(50_000)}1${')'.repeat(50_000)}}`, /^\d+:1 The file is nested too deep/],
  ['objects', `{${'{a:'.repeat(50_000)}1${'}'.repeat(50_000)}}`, /^3:1 Braces are nested/],
  ['quotes', `${'> '.repeat(1000)}a`, /^3:1 .*nested more than 300 levels deep/],
  ['elements', `${'<b>'.repeat(400)}a${'</b>'.repeat(400)}`, /^3:1 .*nested more than 300 levels deep/],
  ['JSX in an expression', `{${'<b>'.repeat(1500)}a${'</b>'.repeat(1500)}}`, /nested too deep/],
])('limits the depth of %s', async (_, text, expected) => {
  expect(await mistakeIn(`# A\n\n${text}\n`)).toMatch(expected);
});
