/** A figure has one place: measurements are in docs/performance.md, limits in the code. What repeats it says the same. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../helpers/run.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Documents, and what `init` copies. */
const TEXTS = [
  'README.md',
  ...['docs', 'examples', 'src'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
      .filter((name) => /\.(?:md|tsx?)$/.test(name) && !/node_modules|\/out\//.test(name)),
  ),
];

/** The cells of the tables in a document. */
const rowsOf = (file: string) =>
  [...read(file).matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()));

test('the table in the README has the figures of docs/performance.md', () => {
  const measured = rowsOf('docs/performance.md');
  const ratio = (pages: string, generator: string) =>
    measured.find((row) => row[0] === pages && row[1]?.startsWith(generator))?.slice(2, 4);
  const rows = rowsOf('README.md').filter(([pages = '']) => /^[\d,]+$/.test(pages));

  expect(rows).toHaveLength(3);
  for (const [pages = '', own, ...others] of rows) {
    expect(own).toBe(`1 (${ratio(pages, '**sitegen**')?.[0]} s)`);
    expect(others).toEqual(['Hugo', 'Eleventy', 'Astro'].map((name) => ratio(pages, name)?.[1]));
  }
});

test('the sizes of islands in the README are those of docs/performance.md, and no other text has any', () => {
  const [, preact, react] =
    /take (\d+) kB with Brotli on Preact and (\d+) kB on React/.exec(read('docs/performance.md')) ?? [];
  const repeated = /take (\d+) kB together[^.]*on Preact[^.]*\. On React it would be (\d+) kB/.exec(read('README.md'));
  expect(repeated?.slice(1)).toEqual([preact, react]);

  const compared = TEXTS.filter((file) =>
    /Preact[^.\n]*\b(?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)\b/.test(read(file)),
  );
  expect(compared).toEqual([]);
});

test.each([
  ['src/compile/bundle-islands.ts', 'TOGETHER', /under (\d+) kB with Brotli/g],
  ['src/compile/bundle-islands.ts', 'SMALL', /(?:those|island) of more than (\d+) kB/g],
  ['src/check/check-images.ts', 'HEAVY', /(?:image-heavy\)|`<img>` of a file)[^\n]* above (\d+) kB/g],
])('the documents repeat the limit of %s, %s', (file, name, mention) => {
  const [, value = ''] = new RegExp(`^(?:export )?const ${name} = ([\\d_]+);`, 'm').exec(read(file)) ?? [];
  const limit = Number(value.replaceAll('_', '')) / 1000;
  const found = TEXTS.filter((text) => text.startsWith('docs/') && text.endsWith('.md')).flatMap((text) =>
    [...read(text).matchAll(mention)].map(([, figure]) => `${text}: ${figure}`),
  );

  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(found.map((one) => one.replace(/\d+$/, String(limit))));
});

test('the fade between pages in the recipes is that of the site, which is tested in a browser', () => {
  const [, rule = ''] = /const TRANSITION = `(.*)`;/.exec(read('templates/ui/head.tsx')) ?? [];
  expect(rule).toContain('@view-transition');
  expect(read('docs/recipes.md')).toContain(`'${rule}'`);
  const advised = TEXTS.filter((file) => file !== 'docs/recipes.md' && /@view-transition\s*\{/.test(read(file)));
  expect(advised).toEqual([]);
});
