import { expect, test } from 'vitest';
import { mergeProblems } from '../../src/check/merge-problems.ts';
import { error, warning, type Diagnostic } from '../../src/shared/diagnostics.ts';
import { formatDiagnostic } from '../../src/shared/format-diagnostic.ts';
import type { PageProblem } from '../../src/shared/model.ts';

/** The problem of one page. */
function on(page: number, diagnostic: Diagnostic): PageProblem {
  const path = `/p${page}/`;
  return { route: { path, source: 'templates/pages/[slug].tsx', output: `p${page}/index.html` }, diagnostic };
}

const at = (line: number) => ({ place: { file: 'content/a.md', line, column: 1 } });

const redirect = (line: number, url: string) =>
  warning('link-redirect', `The page links to "${url}", which most hosts redirect.`, {
    ...at(line),
    hint: `write "${url}/"`,
  });

test.each([
  [
    'different texts at one place count as one from the fourth on',
    [0, 1, 2, 3].map((page) => on(page, error('link-broken', `"/${page}/"`, at(1)))),
    ['4 pages: "/0/" The same place has 3 more problems like this: "/1/"'],
  ],
  [
    'three are reported one by one',
    [0, 1, 2].map((page) => on(page, error('link-broken', `"/${page}/"`, at(1)))),
    ['1 pages: "/0/"', '1 pages: "/1/"', '1 pages: "/2/"'],
  ],
  [
    'the same text at different places is reported at each',
    [1, 2, 3, 4, 5].map((line) => on(0, error('id-duplicate', 'The id.', at(line)))),
    Array.from({ length: 5 }, () => '1 pages: The id.'),
  ],
  [
    'a field that a schema lacks is reported once from the fourth file on',
    [1, 2, 3, 4].map((line) => on(0, error('content-invalid', 'The schema does not know the field `a`.', at(line)))),
    ['undefined pages: The schema does not know the field `a`. The same is true of 3 more files.'],
  ],
  [
    'texts without a line are reported one by one',
    [0, 1, 2, 3].map((page) => on(page, error('link-broken', `"/${page}/"`, { place: { file: 'a.tsx' } }))),
    [0, 1, 2, 3].map((page) => `1 pages: "/${page}/"`),
  ],
])('%s', (_rule, problems, expected) => {
  const merged = mergeProblems(problems);

  expect(merged.map(({ message, pages }) => `${pages?.count} pages: ${message}`)).toEqual(expected);
});

test('the headings of a page are one problem with all places', () => {
  const [only, ...others] = mergeProblems(
    [1, 2, 3].map((line) => on(0, warning('h1-count', 'The page has 4.', at(line)))),
  );

  expect(others).toEqual([]);
  expect(only?.places?.map(({ line }) => line)).toEqual([1, 2, 3]);
});

test('links with one cause are one warning, with the first three places', () => {
  const links = Array.from({ length: 57 }, (_, index) => on(index % 2, redirect(index + 1, `/a${index}`)));
  const config = on(0, warning('link-redirect', 'The page links to "/x/", which the config redirects.', at(99)));

  const [first, second, ...others] = mergeProblems([...links, config]);

  expect(others).toEqual([]);
  expect(second?.message).toBe(config.diagnostic.message);
  expect(first?.places).toHaveLength(57);
  expect(first?.pages?.count).toBe(2);
  expect(formatDiagnostic(first as Diagnostic, (_look, text) => text)).toBe(`warning link-redirect  content/a.md:1:1
  The page links to "/a0", which most hosts redirect. The same is true of 56 more links.
  On /p0/ and 1 more page.
  Also at content/a.md:2:1 and content/a.md:3:1, and at 54 more (\`--json\` has them all).
  Try: write "/a0/"
  More: node_modules/sitegen/docs/errors.md#link-redirect`);
});
