import { describe, expect, test } from 'vitest';
import { checkPageNames } from '../../src/project/page-file-names.ts';
import type { Diagnostic } from '../../src/core/diagnostics.ts';
import { toPageFile } from '../../src/core/paths.ts';

function check(...files: string[]): Diagnostic[] {
  return checkPageNames(files.map((file) => toPageFile(`templates/pages/${file}`)));
}

test.each([
  'index.tsx',
  '404.tsx',
  'fr/500.tsx',
  'über & co.tsx',
  '[slug].tsx',
  '[_a1]/[B]/c.tsx',
  '[year]/index.tsx',
  '[...rest].tsx',
  '[lang]/[...rest]/index.tsx',
])('%s is a name for a page file', (file) => {
  expect(check(file)).toEqual([]);
});

test.each([
  ['50% off.tsx', 'has the character "%"'],
  ['.hidden/[slug].tsx', 'would be "/.hidden/[slug]/", which has a dot'],
  ['a[b].tsx', '"a[b]" in the file\'s path has brackets'],
  ['[a]b/c.tsx', '"[a]b" in the file\'s path has brackets'],
  ['[a][b].tsx', '"[a][b]" in the file\'s path has brackets'],
  ['[[a]].tsx', '"[[a]]" in the file\'s path has brackets'],
  ['[].tsx', '"[]" in the file\'s path has brackets'],
  ['[1st].tsx', '"[1st]" in the file\'s path has brackets'],
  ['[a-b].tsx', '"[a-b]" in the file\'s path has brackets'],
  ['[é].tsx', '"[é]" in the file\'s path has brackets'],
  ['[..a].tsx', '"[..a]" in the file\'s path has brackets'],
  ['[...].tsx', '"[...]" in the file\'s path has brackets'],
  ['[open.tsx', '"[open" in the file\'s path has brackets'],
  ['[404].tsx', '"[404]" in the file\'s path has brackets'],
  ['[...rest]/edit.tsx', '"[...rest]" stands for all that follows in an address, and has something after it'],
  ['[a]/b/[a].tsx', 'has "a" in brackets twice'],
  ['[a]/[...a].tsx', 'has "a" in brackets twice'],
  ['[lang]/404.tsx', 'would be "/[lang]/404.html", and hosts show one error page'],
])('%s is none: %s', (file, message) => {
  expect(check(file)).toEqual([
    {
      code: 'page-name',
      severity: 'error',
      message: expect.stringContaining(message),
      hint: expect.any(String),
      place: { file: `templates/pages/${file}` },
    },
  ]);
});

describe('two files for the same pages', () => {
  test.each([
    ['[a].tsx', '[b].tsx'],
    ['[a].tsx', '[a]/index.tsx'],
    ['x/[a]/y.tsx', 'x/[b]/y.tsx'],
    ['[...a].tsx', '[...b].tsx'],
  ])('%s and %s', (one, other) => {
    const [first, ...others] = check(one, other);

    expect(others).toEqual([]);
    expect(first).toMatchObject({ code: 'output-clash', place: { file: `templates/pages/${other}` } });
    expect(first?.message).toContain(`Both templates/pages/${one} and templates/pages/${other} would make pages`);
  });

  test.each([
    ['[a].tsx', '[...a].tsx'],
    ['[a].tsx', 'a.tsx'],
    ['x/[a].tsx', 'y/[a].tsx'],
    ['[a]/x.tsx', '[b]/y.tsx'],
    ['[a]/index.tsx', '[a]/[b].tsx'],
  ])('but not %s and %s', (one, other) => {
    expect(check(one, other)).toEqual([]);
  });
});
