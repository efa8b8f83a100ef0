/** Files of data: JSON, YAML and CSV. */
import { expect, test } from 'vitest';
import { placesInData, readData } from '../../src/content/data/read-data.ts';
import { SitegenError } from '../../src/shared/errors.ts';

const items = (file: string, text: string) => readData({ file, text }).items;

test.each([
  ['a list in JSON', 'a.json', '[{"id":"a"},{"id":"b"}]', [{ id: 'a' }, { id: 'b' }]],
  [
    'an object',
    'a.json',
    '{"name":"A","list":[1,[],{},"\\u00e9\\n"],"no":null}',
    [{ name: 'A', list: [1, [], {}, 'é\n'], no: null }],
  ],
  [
    'a list in YAML',
    'a.yaml',
    '# Authors\n- id: a\n  bio: |\n    - no\n- id: b\n',
    [{ id: 'a', bio: '- no\n' }, { id: 'b' }],
  ],
  ['a list with CRLF', 'a.yaml', '- id: a\r\n- id: b\r\n', [{ id: 'a' }, { id: 'b' }]],
  ['items below their hyphens', 'a.yaml', '-\n  id: a\n-\n  id: b', [{ id: 'a' }, { id: 'b' }]],
  ['a list after ---', 'a.yaml', '---\n- id: a\n- id: b\n', [{ id: 'a' }, { id: 'b' }]],
  ['a list in brackets', 'a.yml', '[{ id: a }]', [{ id: 'a' }]],
  ['a list in a mapping', 'a.yml', 'list:\n- id: a\n- id: b\n', [{ list: [{ id: 'a' }, { id: 'b' }] }]],
  [
    'aliases',
    'a.yaml',
    '- &a { id: a, x: 1 }\n- <<: *a\n  id: b\n',
    [
      { id: 'a', x: 1 },
      { id: 'b', x: 1 },
    ],
  ],
  ['text with & and *', 'a.yaml', '- id: Tom & Jerry\n- id: a * b\n', [{ id: 'Tom & Jerry' }, { id: 'a * b' }]],
  [
    'CSV',
    'a.csv',
    'id,name\na,"Big, ""red"""\nb,\n',
    [
      { id: 'a', name: 'Big, "red"' },
      { id: 'b', name: '' },
    ],
  ],
  [
    'CSV with CRLF, lines in fields and empty lines',
    'a.csv',
    'id,name\r\na,"x\r\ny"\r\n\r\nb,z',
    [
      { id: 'a', name: 'x\r\ny' },
      { id: 'b', name: 'z' },
    ],
  ],
  ['a header only', 'a.csv', 'id,name\n', []],
])('%s', (_, file, text, expected) => {
  expect(items(file, text)).toEqual(expected);
});

/** `3:5 The message.` for each mistake. */
function mistakesIn(file: string, text: string): string[] {
  try {
    readData({ file, text });
    return [];
  } catch (error) {
    if (!(error instanceof SitegenError)) throw error;
    return error.diagnostics.map(({ place, message }) => `${place?.line}:${place?.column} ${message}`);
  }
}

const deep = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`;
const NESTED = 'nested more than 300 levels deep.';

test.each([
  ['a key twice', 'a.json', '{"id": 1, "b": {"id": 2},\n"\\u0069d": 2}', ['2:1 The key "id" occurs twice.']],
  [
    'large integers',
    'a.json',
    '[{"id": 9007199254740991, "a": [1,\n 9007199254740993], "b": "9007199254740993", "c": 1.5e300},\n {"d": -12345678901234567890}]',
    [
      '2:2 The number 9007199254740993 is too large to be exact.',
      '3:8 The number -12345678901234567890 is too large to be exact.',
    ],
  ],
  [
    'large integers in YAML',
    'a.yaml',
    '- id: 9007199254740993\n  b: "9007199254740993"\n  c: 9007199254740991\n',
    ['1:7 The number 9007199254740993 is too large to be exact.'],
  ],
  [
    'numbers that are infinite',
    'a.json',
    '[{"id": 1, "a": 1e999, "b": -1E999, "c": 1e308, "d": 1.2345678901234567891}]',
    ['1:17 The number 1e999 is too large to be exact.', '1:29 The number -1E999 is too large to be exact.'],
  ],
  [
    'large numbers in other notations of YAML',
    'a.yaml',
    '- id: a\n  b: 0xFFFFFFFFFFFFFFFF\n  c: 0o777777777777777777777\n  d: 1e999\n  e: .inf\n  f: 0xFF\n',
    ['2:6', '3:6', '4:6'].map((at) => expect.stringMatching(new RegExp(`^${at} The number .* is too large`)) as string),
  ],
  [
    'rows that are no objects',
    'a.json',
    '[{},\n 1,\n []]',
    ['2:2 The row is not an object.', '3:2 The row is not an object.'],
  ],
  ['a text alone', 'a.json', '"a"', ['1:1 The file contains neither an object nor a list of objects.']],
  ['deep YAML', 'a.yaml', `a: ${deep(400)}`, [expect.stringContaining(NESTED)]],
  ['a text with a colon', 'a.yaml', '- id: a: b\n', [expect.stringMatching(/^1:7 Nested mappings/)]],
  ['a key twice in YAML', 'a.yaml', '- id: a\n- id: b\n  id: c\n', ['3:3 The key "id" occurs twice.']],
  ['a number that is also a text', 'a.yaml', '- { id: a, 1: a, "1": b }\n', ['1:18 The key "1" occurs twice.']],
  ['two documents', 'a.yaml', '- id: a\n---\n- id: b\n', ['2:1 The file contains several documents.']],
  ['nothing in YAML', 'a.yaml', '# x\n', ['1:1 The file contains neither an object nor a list of objects.']],
  [
    'ragged rows',
    'a.csv',
    'id,name\na,"x\ny"\nb\nc,d,e\n',
    ['4:1 The row has 1 fields, but the header has 2.', '5:1 The row has 3 fields, but the header has 2.'],
  ],
  [
    'names that are missing or repeated',
    'a.csv',
    'id,,id\n',
    ['1:1 Column 2 has no name in the header.', '1:1 The header has the name "id" twice.'],
  ],
  ['semicolons', 'a.csv', 'id;name\na;b\n', ['1:1 The header has one column.']],
  ['a quote that is not closed', 'a.csv', 'id\na\n"b\nc\n', ['3:1 A double quote in this row is not closed.']],
  ['a quote in a field', 'a.csv', 'id\n5" wide\n', ['2:1 A field contains a double quote.']],
  ['text after a quote', 'a.csv', 'id\n"a"b\n', ['2:1 A field in double quotes continues after the second quote.']],
  ['an empty CSV', 'a.csv', '\n\n', ['1:1 The file has no header: a first line with names.']],
])('%s is an error with its place', (_, file, text, expected) => {
  expect(mistakesIn(file, text)).toEqual(expected);
});

test.each([
  ['a comma too many', '[\n  {"id": 1,}\n]', '2:12'],
  ['a text that is not closed', '{"id": "a}', '1:11'],
  ['a comment', '// x\n{}', 'undefined:undefined'],
  ['nothing', '', 'undefined:undefined'],
])('JSON with %s is an error, with its place if Node names it', (_, text, place) => {
  expect(mistakesIn('a.json', text)).toEqual([expect.stringMatching(new RegExp(`^${place} .*\\w`))]);
});

// The parser of YAML compares each key with all others: more than 100 s.
test('a key that occurs twice among 100,000 is found at once', () => {
  const keys = Array.from({ length: 100_000 }, (_, key) => `k${key}: 1\n`);

  expect(mistakesIn('a.yaml', `${keys.join('')}k7: 2\n`)).toEqual(['100001:1 The key "k7" occurs twice.']);
});

test('many mistakes are counted', () => {
  const listed = mistakesIn('a.csv', `id,name\n${'a\n'.repeat(10_000)}`);
  expect(listed).toHaveLength(51);
  expect(listed[50]).toContain('There are 9950 more mistakes');
});

test.each([
  ['a.json', '[\n  {"id": "a", "tags": [1, {"x": 2}]},\n  {"id": "b"}\n]', [1, 'id'], '3:10'],
  ['a.json', '[\n  {"id": "a", "tags": [1, {"x": 2}]},\n  {"id": "b"}\n]', [0, 'tags', 1, 'x'], '2:33'],
  ['a.json', '[\n  {"id": "a"}]', [0, 'name'], '2:3'],
  ['a.yaml', '# x\n- id: a\n  tags: [1, { x: 2 }]\n- id: b\n', [0, 'tags', 1, 'x'], '3:18'],
  ['a.yaml', '- &a { id: a }\n- <<: *a\n  x: 1\n', [1, 'x'], '3:6'],
  ['a.csv', 'id\n\n"a\nb"\nc\n', [1, 'id'], '5:1'],
])('%s: the place of a value', (file, text, [item, ...path], expected) => {
  const place = placesInData({ file, text }, true)(Number(item), path);
  expect(`${place?.line}:${place?.column}`).toBe(expected);
});

test('a value in JSON above 1 MB has no place', () => {
  const content = { file: 'a.json', text: `[{"id":"${'x'.repeat(1_000_000)}"}]` };

  expect(placesInData(content, true)(0, ['id'])).toBeUndefined();
});

test('names of prototypes are names like others', () => {
  const json = items('a.json', '[{"id":"a","__proto__":{"draft":true},"constructor":1}]')[0] as Record<string, unknown>;
  const [csv] = items('a.csv', '__proto__,constructor\nx,y\n');
  const [yaml] = items('a.yaml', '- __proto__: { draft: true }\n');
  for (const row of [json, csv, yaml]) {
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(Object.hasOwn(row as object, '__proto__')).toBe(true);
    expect((row as { draft?: unknown }).draft).toBeUndefined();
  }
  expect(() => items('a.json', '{"__proto__":1,"__proto__":2}')).toThrow('The key "__proto__" occurs twice.');
});

test.each([
  ['lists', 'a.json', () => '['.repeat(1_000_000)],
  ['quotes', 'a.csv', () => '"'.repeat(1_000_001)],
  ['brackets', 'a.yaml', () => `- ${'['.repeat(100_000)}`],
])('hostile %s in %s are an error', (_, file, text) => {
  expect(mistakesIn(file, text()).length).toBeGreaterThan(0);
});
