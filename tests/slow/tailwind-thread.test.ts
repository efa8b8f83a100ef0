/** Plugins and configs of Tailwind run in a thread of their own, which ends with everything that they have started. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { readStylesheet } from '../helpers/rebuild.ts';
import { sitegenProcess } from '../helpers/run.ts';
import { startServe } from '../helpers/serve.ts';

const files = {
  'sitegen.config.ts': 'export default { keepAssets: 0, limits: { seconds: 2 } };',
  'templates/site.css': '@import "tailwindcss";\n@plugin "../plugin.ts";',
  'templates/pages/index.tsx': page('Home', '<i className="brand" />'),
};

const PLUGIN = `import plugin from 'tailwindcss/plugin';
export default plugin(({ addComponents }) => addComponents({ '.brand': { color: '#123456' } }));`;

const IN_STYLESHEET = 'templates/site.css:2:10';

test.each([
  ['loops while it is loaded', 'for (;;);', IN_STYLESHEET, 'more than 2 seconds'],
  ['loops while it runs', '() => { for (;;); }', IN_STYLESHEET, 'more than 2 seconds'],
  ['never settles', 'await new Promise(() => {})', IN_STYLESHEET, 'top-level `await`'],
  ['exits with code 0', 'process.exit(0)', IN_STYLESHEET, 'process.exit'],
  ['exits with code 3', '() => process.exit(3)', IN_STYLESHEET, 'exit code 3'],
  ['rejects in the background', 'Promise.reject(new Error("late")) && (() => {})', 'plugin.ts:2:', 'Error: late'],
  ['throws', `() => { throw new Error('boom'); }`, 'plugin.ts:2:', 'boom'],
  ['reads a pipe', `() => readFileSync('pipe')`, 'plugin.ts:2:', 'Cannot read pipe'],
])('a plugin that %s is an error', async (_what, code, place, message) => {
  const loaded = code === 'for (;;);' ? `${code}\nexport default () => {};` : `export default ${code};`;
  const project = await makeProject({ ...files, 'plugin.ts': `import { readFileSync } from 'node:fs';\n${loaded}` });
  execFileSync('mkfifo', [path.join(project.root, 'pipe')]);

  const { code: exit, stderr } = await sitegenProcess(project.root, 'build');

  expect(exit).toBe(1);
  expect(stderr).toContain(`styles-failed  ${place}`);
  expect(stderr).toContain(message);
  expect(await project.list('out')).toEqual([]);
});

test.each([
  ['the stylesheet', {}],
  [
    'an imported stylesheet',
    {
      'templates/site.css': '@import "tailwindcss";\n@import "./lib/more.css";',
      'templates/lib/more.css': '@plugin "../../plugin.ts";',
    },
  ],
])('what a plugin that %s names leaves open does not keep the process', async (_what, changed) => {
  const open = `setInterval(() => {}, 1000);\nprocess.on('uncaughtException', () => {});\nconsole.log('printed');\nprocess.stdout.write = () => true;`;
  const project = await makeProject({ ...files, ...changed, 'plugin.ts': `${open}\n${PLUGIN}` });

  const { code, stdout } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(0);
  expect(stdout).toContain('printed');
  expect(await readStylesheet(project)).toContain('.brand{color:#123456}');
});

test('a plugin that fills buffers is an error', async () => {
  const plugin = 'export default () => { for (const all = []; ; ) all.push(Buffer.alloc(1e7, 1)); };';
  const project = await makeProject({ ...files, 'sitegen.config.ts': 'export default {};', 'plugin.ts': plugin });

  const { code, stderr } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('"../plugin.ts": it needs more than 1024 MB of memory.');
});

test('a config of Tailwind that loops is an error', async () => {
  const project = await makeProject({
    ...files,
    'templates/site.css': '@import "tailwindcss";\n@config "../loop.ts";',
    'loop.ts': 'export default { theme: { extend: { get colors(): object { for (;;); } } } };',
  });

  const { code, stderr } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('"../loop.ts": it takes more than 2 seconds.');
});

test('a module that exports nothing by default is named', async () => {
  const project = await makeProject({ ...files, 'plugin.ts': 'export const plugin = () => {};' });

  const { stderr } = await sitegenProcess(project.root, 'build');

  expect(stderr).toContain(IN_STYLESHEET);
  expect(stderr).toContain('The module "../plugin.ts" has no default export.');
});

test('serve recovers from a plugin that loops', async () => {
  const project = await makeProject({ ...files, 'plugin.ts': PLUGIN });
  const server = await startServe(project.root);
  onTestFinished(async () => void (await server.stop()));

  await project.write({ 'plugin.ts': 'for (;;);\nexport default () => {};' });
  await server.says('more than 2 seconds');
  await project.write({ 'plugin.ts': PLUGIN.replace('123456', '654321') });
  await server.says('Built');

  expect(await readStylesheet(project)).toContain('.brand{color:#654321}');
});
