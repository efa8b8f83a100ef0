import { expect, test } from 'vitest';
import { readConfigData } from '../../src/config/config-data.ts';

const IMPORT = "import { defineConfig } from 'sitegen';\n\n";

test.each([
  ['an object', 'export default {};', {}],
  [
    'a call',
    `${IMPORT}export default defineConfig({ site: 'https://example.com' });\n`,
    { site: 'https://example.com' },
  ],
  ['no semicolons', 'import { defineConfig } from "sitegen"\r\nexport default defineConfig({})\r\n', {}],
  ['a byte order mark', '\uFEFFexport default { base: "/a/" }', { base: '/a/' }],
  [
    'comments',
    `// one\n${IMPORT}/* two **/ export default defineConfig({ // a: b()\n /* c() */ site: '//d', });\n// e()`,
    { site: '//d' },
  ],
  [
    'nested data',
    `export default { 'a-b': [1, -2.5, 100_000, true, false, undefined], c: { "d'": "e\\"\\u0066" } }`,
    { 'a-b': [1, -2.5, 100_000, true, false, undefined], c: { "d'": 'e"f' } },
  ],
])('reads %s', (_, source, expected) => {
  expect(readConfigData(source)).toEqual(expected);
});

test.each([
  ['a variable', 'const site = "";\nexport default { site };'],
  ['a value by name', 'export default { site: process.env.SITE };'],
  ['a call', 'export default { site: read() };'],
  ['a function', 'export default { headers: () => 1 };'],
  ['a method', 'export default { site() {} };'],
  ['a getter', 'export default { get site() { return ""; } };'],
  ['a template', 'export default { site: `https://${name}` };'],
  ['a call by a template', "export default { site: ''['sub']['constructor']`for (;;) {}``` };"],
  ['a spread', 'export default { ...{} };'],
  ['a computed key', 'export default { [site]: "" };'],
  ['a prototype', 'export default { __proto__: { site: "" } };'],
  ['an operator', 'export default { keepAssets: 1 + 1 };'],
  ['code after it', 'export default {};\nwhile (true);'],
  ['code after the call', `${IMPORT}export default defineConfig({}).site;`],
  ['another import', `import './side-effect.js';\nexport default {};`],
  ['another defineConfig', `import { defineConfig } from './own.js';\nexport default defineConfig({});`],
  ['no import', 'export default defineConfig({});'],
  ['a function as a value', "export default { site: ''['constructor'] };"],
  ['a mistake', 'export default { site: "" base: "" };'],
  ['a legacy octal', 'export default { keepAssets: 010 };'],
  ['no end', 'export default { site: "'],
  ['nothing', ''],
])('leaves %s to esbuild', (_, source) => {
  expect(readConfigData(source)).toBeUndefined();
});

const BLANKS = '/* */ // \n'.repeat(50_000);

test.each([
  ['before the object', `${BLANKS}x`],
  ['inside it', `export default { a: ${BLANKS}b }`],
  ['after it', `export default {}${BLANKS}x`],
  ['around a semicolon', `export default {}${BLANKS};${BLANKS}x`],
])('reads many comments once: %s', (_, source) => {
  expect(readConfigData(source)).toBeUndefined();
});
