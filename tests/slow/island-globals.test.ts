import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** @param body of the island's component */
const island = (before: string, body: string) => `import { island } from 'sitegen';
import * as lib from '../lib';
${before}
function Counter() { ${body} return <button type="button">{lib.label('Count')}</button>; }
export default island('counter', Counter);`;

const LIB = `export const label = (text: string) => text;`;

const files = (source: string, lib = LIB, more = {}) => ({
  'templates/pages/index.tsx': page('Home', '<Counter />', `import Counter from '../islands/counter';`),
  'templates/islands/counter.tsx': source,
  'templates/lib.ts': lib,
  ...more,
});

const SECRET = 'const key = process.env.SECRET_KEY;\nconsole.debug(key);';

test.each([
  ['a variable', island(SECRET, ''), LIB, '`process`', 'templates/islands/counter.tsx:3:13'],
  ['a variable in the component', island('', 'void process.env.KEY;'), LIB, '`process`', 'islands/counter.tsx:4:27'],
  ['a variable in an imported file', island('', ''), `${SECRET}\n${LIB}`, '`process`', 'templates/lib.ts:1:13'],
  ['Buffer', island('export const a = Buffer.from("a");', ''), LIB, '`Buffer`', 'counter.tsx:3:18'],
  ['global', island('global.count = 1;', ''), LIB, '`global`', 'counter.tsx:3:1'],
  ['a member of the global object', island('globalThis.process.env.KEY;', ''), LIB, '`process`', 'counter.tsx:3:'],
  ['__dirname', island('', 'console.debug(__dirname);'), LIB, '`__dirname`', 'counter.tsx:4:36'],
])('%s in an island is an error, with its place', async (_what, source, lib, name, place) => {
  const project = await makeProject(files(source, lib));

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('island-global');
  expect(stderr).toContain(name);
  expect(stderr).toContain(place);
});

test('checks islands that are split into several scripts', async () => {
  const more = { 'sitegen.config.ts': 'export default { islands: { split: true } };' };
  const project = await makeProject(files(island(SECRET, ''), LIB, more));

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('templates/islands/counter.tsx:3:13');
});

test.each([
  ['NODE_ENV', island('', `if (process.env.NODE_ENV !== 'production') console.debug(process.argv);`), LIB],
  ['a guard', island(`const key = typeof process === 'undefined' ? '' : process.env.KEY;`, 'void key;'), LIB],
  ['a guard of a member', island('', 'console.debug(globalThis.process && globalThis.process.env.KEY);'), LIB],
  ['an optional member', island('', 'console.debug(globalThis.process?.env?.KEY, globalThis.Buffer);'), LIB],
  ['its own variable', island(`const process = { env: { KEY: 'a' } };`, 'console.debug(process.env.KEY);'), LIB],
  ['text', island('// process.env.KEY', 'console.debug("process.env.KEY");'), LIB],
  ['code that is not in the bundle', island('', ''), `${LIB}\nexport const key = () => process.env.KEY;`],
])('%s is no error', async (_what, source, lib) => {
  const project = await makeProject(files(source, lib));

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(stderr).not.toContain('island-global');
});

test('packages that check for Node are left alone', async () => {
  const project = await makeProject(
    files(island(`import { mode } from 'guarded';`, 'console.debug(mode);'), LIB, {
      'node_modules/guarded/package.json':
        '{ "name": "guarded", "version": "1.0.0", "type": "module", "main": "index.js" }',
      'node_modules/guarded/index.js':
        'const isNode = typeof process !== "undefined";\nexport const mode = isNode ? process.env.MODE : Buffer?.name;',
    }),
  );

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(stderr).not.toContain('island-global');
});
