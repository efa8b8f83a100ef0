/** Islands that use what only Node has. Variables of the environment: commands/environment. */
import { expect, test } from 'vitest';
import { makeProject, packageOf, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** A site with an island for each piece of code, and a page that shows them. */
function siteOf(code: Readonly<Record<string, readonly [before: string, body: string]>>): Record<string, string> {
  const names = Object.keys(code);
  const islands = Object.entries(code).map(([name, [before, body]]) => [
    `templates/islands/${name}.tsx`,
    `import { island } from 'sitegen';
import * as lib from '../lib';
${before}
function Counter() { ${body} return <button type="button">{lib.label('Count')}</button>; }
export default island('${name}', Counter);`,
  ]);
  return {
    ...(Object.fromEntries(islands) as Record<string, string>),
    'templates/pages/index.tsx': page(
      'Home',
      names.map((_, index) => `<I${index} />`).join(''),
      names.map((name, index) => `import I${index} from '../islands/${name}';`).join('\n'),
    ),
    'templates/lib.ts': 'export const label = (text: string) => text;\nexport const key = () => process.env.KEY;',
    'templates/secret.ts': 'const key = process.env.SECRET_KEY;\nconsole.debug(key);',
  };
}

test.each([false, true])('each is an error, with its place (islands split: %s)', async (split) => {
  const project = await makeProject({
    ...siteOf({
      'in-a-file': [`import '../secret';`, ''],
      buffer: ['export const a = Buffer.from("a");', ''],
      dirname: ['', 'console.debug(__dirname);'],
      global: ['global.count = 1;', ''],
      member: ['globalThis.process.env.KEY;', ''],
    }),
    'sitegen.config.ts': `export default { islands: { split: ${split} } };`,
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(
    [...stderr.matchAll(/^error island-global {2}templates\/(\S+)\n.*?(`\w+`)/gm)].map((found) => found.slice(1)),
  ).toEqual([
    ['islands/buffer.tsx:3:18', '`Buffer`'],
    ['islands/dirname.tsx:4:36', '`__dirname`'],
    ['islands/global.tsx:3:1', '`global`'],
    ['secret.ts:1:13', '`process`'],
    ['islands/member.tsx:3:1', '`process`'],
  ]);
});

test('guards, own variables, texts, and packages that check for Node are no errors', async () => {
  const project = await makeProject({
    ...siteOf({
      'node-env': ['', `if (process.env.NODE_ENV !== 'production') console.debug(process.argv);`],
      guard: [`const key = typeof process === 'undefined' ? '' : process.env.KEY;`, 'void key;'],
      member: ['', 'console.debug(globalThis.process && globalThis.process.env.KEY);'],
      optional: ['', 'console.debug(globalThis.process?.env?.KEY, globalThis.Buffer);'],
      own: [`const process = { env: { KEY: 'a' } };`, 'console.debug(process.env.KEY);'],
      text: ['// process.env.KEY', 'console.debug("process.env.KEY");'],
      packed: [`import { mode } from 'guarded';`, 'console.debug(mode);'],
    }),
    ...packageOf(
      'guarded',
      { type: 'module', main: 'index.js' },
      {
        'index.js':
          'const isNode = typeof process !== "undefined";\nexport const mode = isNode ? process.env.MODE : Buffer?.name;',
      },
    ),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(stderr).not.toContain('island-global');
});
