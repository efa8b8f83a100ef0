/** Every task has a deadline in the main thread, whatever site code replaces in its worker. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';

const CONFIG = { 'sitegen.config.ts': 'export default { limits: { seconds: 1 } };' };

test.each([
  ['`then` returns the promise', 'Promise.prototype.then = function () { return this; };'],
  ['`race` never settles', 'Promise.race = () => new Promise(() => {});'],
  ['`all` never settles', 'Promise.all = () => new Promise(() => {});'],
  [
    '`race` settles at once, around a component that never does',
    'Promise.race = () => Promise.resolve(); async function Never() { await new Promise(() => {}); return null; }',
    '<Never />',
  ],
  ['messages do not arrive', 'MessagePort.prototype.postMessage = () => {};'],
  ['the heartbeat stops', 'Atomics.add = () => 0; Promise.all = () => new Promise(() => {});'],
  [
    'clocks and timers stop',
    `globalThis.setTimeout = globalThis.setInterval = globalThis.setImmediate = () => 0 as any;
performance.now = Date.now = () => 0; export const load = () => new Promise(() => {});`,
  ],
])('a page ends the build, and is named: %s', async (_what, code, body = '') => {
  const project = await makeProject({
    ...CONFIG,
    'templates/pages/a.tsx': page('A', ''),
    'templates/pages/hangs.tsx': page('Hangs', body, code),
    'templates/pages/z.tsx': page('Z', ''),
  });

  const { code: exit, stderr } = await sitegenProcess(project.root, 'build', '--workers', '1');

  expect(exit).toBe(1);
  expect(stderr).toMatch(/^error [\w-]+ {2}templates\/pages\/hangs\.tsx/m);
  expect(stderr).toContain('1 error;');
});
