import { describe, expect, test } from 'vitest';
import { checkPageNames } from '../../src/project/page-file-names.ts';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { toPageFile } from '../../src/shared/paths.ts';

function check(...files: string[]): Diagnostic[] {
  return checkPageNames(files.map((file) => toPageFile(`templates/pages/${file}`)));
}

test.each([
  'index.tsx',
  '404.tsx',
  'fr/500.tsx',
  'über & co.tsx',
  '[slug].tsx',
  '[year]/index.tsx',
  '[...rest].tsx',
  '[lang]/[...rest]/index.tsx',
])('%s is a valid name for a page file', (file) => {
  expect(check(file)).toEqual([]);
});

test.each([
  ['50% off.tsx', '"%"'],
  ['.hidden/[slug].tsx', '"/.hidden/[slug]/"'],
  ['a[b].tsx', '"a[b]"'],
  ['[1st].tsx', '"[1st]"'],
  ['[a-b].tsx', '"[a-b]"'],
  ['[open.tsx', '"[open"'],
  ['[404].tsx', '"[404]"'],
  ['[...rest]/edit.tsx', '"[...rest]"'],
  ['[a]/b/[a].tsx', '"a"'],
  ['[lang]/404.tsx', '"/[lang]/404.html"'],
])('%s is invalid: the message contains %s', (file, part) => {
  expect(check(file)).toEqual([
    {
      code: 'file-name',
      severity: 'error',
      message: expect.stringContaining(part),
      hint: expect.any(String),
      place: { file: `templates/pages/${file}` },
    },
  ]);
});

describe('reports files for the same pages', () => {
  test.each([
    ['[a].tsx', '[b].tsx'],
    ['[a].tsx', '[a]/index.tsx'],
    ['[...a].tsx', '[...b].tsx'],
  ])('%s and %s', (one, other) => {
    const [first, ...others] = check(one, other);

    expect(others).toEqual([]);
    expect(first).toMatchObject({ code: 'output-clash', place: { file: `templates/pages/${other}` } });
    expect(first?.message).toContain(`templates/pages/${one}`);
  });

  test.each([
    ['[a].tsx', '[...a].tsx'],
    ['[a].tsx', 'a.tsx'],
    ['[a]/index.tsx', '[a]/[b].tsx'],
  ])('but not %s and %s', (one, other) => {
    expect(check(one, other)).toEqual([]);
  });
});
