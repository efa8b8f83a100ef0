/** Every task has a deadline in the main thread, whatever site code replaces in its worker. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';

const CONFIG = { 'sitegen.config.ts': 'export default { limits: { seconds: 1 } };' };

test.each([
  [
    'functions of Node never settle',
    `import { AsyncLocalStorage } from 'node:async_hooks';
AsyncLocalStorage.prototype.run = () => new Promise(() => {});
export const load = () => new Promise(() => {});`,
    '',
    'page-failed',
  ],
  [
    'the timers of Node stop',
    `import timers from 'node:timers'; import { syncBuiltinESMExports } from 'node:module';
timers.setInterval = (() => 0) as any; syncBuiltinESMExports();
export const load = () => new Promise(() => {});`,
    '',
    'page-too-slow',
  ],
])('ends the build and names the page: %s', async (_what, code, body, expected) => {
  const project = await makeProject({
    ...CONFIG,
    'templates/pages/a.tsx': page('A', ''),
    'templates/pages/hangs.tsx': page('Hangs', body, code),
    'templates/pages/z.tsx': page('Z', ''),
  });

  const { code: exit, stderr } = await sitegenProcess(project.root, 'build', '--workers', '1');

  expect(exit).toBe(1);
  expect(stderr).toContain(`error ${expected}  templates/pages/hangs.tsx`);
  expect(stderr).toContain('1 error;');
});

test('pages blocked by an earlier page are rendered by other workers', async () => {
  const damage = `import { AsyncLocalStorage } from 'node:async_hooks';
AsyncLocalStorage.prototype.run = () => new Promise(() => {});`;
  const names = Array.from({ length: 12 }, (_, n) => `p${n}`);
  const project = await makeProject({
    ...CONFIG,
    'templates/pages/a.tsx': page('A', '', damage),
    ...Object.fromEntries(names.map((name) => [`templates/pages/${name}.tsx`, page(name, '')])),
  });

  const { code, stderr } = await sitegenProcess(project.root, 'build', '--workers', '1');

  expect([code, stderr]).toEqual([0, '']);
  expect(await project.list('out')).toEqual(expect.arrayContaining(names.map((name) => `${name}/index.html`)));
});
