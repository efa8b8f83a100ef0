import { createProgress } from '../../src/cli/process.ts';
import { expect, test } from 'vitest';
import { formatCheck, formatSummary } from '../../src/shared/format.ts';
import { formatDiagnostic, type Paint } from '../../src/shared/format-diagnostic.ts';
import { error } from '../../src/shared/diagnostics.ts';
import { completeConfig } from '../../src/config/resolve-config.ts';
import type { BuildResult } from '../../src/shared/build-result.ts';

const plain: Paint = (_look, text) => text;

const result: BuildResult = {
  ok: true,
  config: completeConfig('/project', undefined, undefined, {}),
  diagnostics: [],
  placeholders: [],
  pages: [],
  unpublished: [],
  sizes: { html: { raw: 12_345, brotli: 3_210 }, css: { raw: 0, brotli: 0 }, js: { raw: 2_000_000 } },
  changes: { added: [], changed: [], removed: [] },
  lostPages: [],
  addresses: undefined,
  steps: {},
};

test('a diagnostic has a code, a place, a message and a hint', () => {
  const text = formatDiagnostic(
    {
      code: 'page-failed',
      severity: 'error',
      message: 'It throws.',
      place: { file: 'templates/pages/a.tsx', line: 5, column: 2 },
      frame: '> 5 | x',
      hint: 'fix it',
    },
    plain,
  );

  expect(text).toBe(
    'error page-failed  templates/pages/a.tsx:5:2\n  It throws.\n  > 5 | x\n  Try: fix it\n  More: node_modules/sitegen/docs/errors.md#page-failed',
  );
});

test('a summary has the number of pages, the time and the sizes', () => {
  expect(formatSummary(result, 'out', 1234, plain)).toBe(
    'Built 0 pages in 1.23 s to out\n  HTML   12.3 kB     3.2 kB with Brotli\n  JS      2.0 MB  on no page\n',
  );
});

test('a summary of a failed build has the number of errors', () => {
  const failed: BuildResult = { ...result, ok: false, diagnostics: [error('alt-missing', 'No alt.')] };

  expect(formatSummary(failed, 'out', 0, plain)).toBe('1 error; out was not changed.\n');
});

const placeholders = [
  { what: 'the company number', place: { file: 'templates/content/company.ts', line: 7, column: 3 } },
  { what: 'the address', place: { file: 'a.ts', line: 1, column: 1 } },
];

test.each([
  ['a summary', () => formatSummary({ ...result, placeholders }, 'out', 0, plain), 'Built 0 pages in 0.00 s to out'],
  ['a check', () => formatCheck({ ...result, placeholders }, plain), 'Checked 0 pages: no errors.'],
])('%s lists open placeholders with their lines, and ends with the result', (_name, format, first) => {
  const [list, end = ''] = format().split('\n\n');

  expect(list).toBe(
    [
      '2 placeholders to fill in before the site goes live:',
      '  templates/content/company.ts:7:3  the company number',
      '  a.ts:1:1                          the address',
    ].join('\n'),
  );
  expect([end.startsWith(`${first}\n`), end.endsWith('\n  2 placeholders to fill in: the list above\n')]).toEqual([
    true,
    true,
  ]);
});

test('progress names what is under way', () => {
  const written: string[] = [];
  const stream = { isTTY: true, clearLine() {}, cursorTo() {}, write: (text: string) => written.push(text) };
  const { onProgress } = createProgress(stream as never);

  onProgress?.(1, 3);
  onProgress?.(2, 6, 'pictures encoded');
  onProgress?.(6, 6, 'pictures encoded');

  expect(written).toEqual(['1 of 3 pages', '2 of 6 pictures encoded']);
});
