/** A worker may fail to start: a file preloaded by `NODE_OPTIONS` throws, or Node reads a half-written `package.json`. */
import path from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { startServeProcess } from '../helpers/serve.ts';
import { untilShown } from '../helpers/watching.ts';

/** No worker starts while a file `broken` exists. */
const PRELOAD = `const { existsSync, writeSync } = require('node:fs');
if (!require('node:worker_threads').isMainThread && existsSync(__dirname + '/broken')) {
  writeSync(2, 'a worker starts with ' + process.env.GREETING);
  throw new Error('It does not.');
}`;

test.runIf(process.platform === 'linux')(
  'a server keeps running when workers for its next build fail to start',
  async () => {
    const project = await makeProject({ 'preload.cjs': PRELOAD, '.env': 'GREETING=Hello' });
    const preload = `NODE_OPTIONS=--require ${path.join(project.root, 'preload.cjs')}`;
    const server = await startServeProcess(['env', preload], project.root);
    onTestFinished(async () => void (await server.stop()));
    const save = (title: string) => project.write({ 'templates/pages/index.tsx': page(title, '') });

    await project.write({ broken: '' });
    for (let pages = 0; pages < 3; pages += 1) await fetch(server.url); // each uses a worker, and a spare one is started
    await server.says('a worker starts with Hello'); // a spare worker, with the environment of a page
    await save('One');
    await server.says('It does not.');
    await project.remove('broken');
    await save('Two');
    await untilShown(server, '', 'Two');
    expect(await server.stop()).toBe(0);
  },
);
