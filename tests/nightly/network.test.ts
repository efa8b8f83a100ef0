/** Building and serving a site uses no network. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { SITE } from '../helpers/rebuild.ts';
import { SITEGEN, run } from '../helpers/run.ts';
import { startServeProcess } from '../helpers/serve.ts';

/** In its own namespace, a process has no network but itself. */
const ALONE = ['unshare', '-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
const MAY_BE_ALONE = spawnSync('unshare', ['-rn', 'sh', '-c', 'ip link set lo up'], { stdio: 'ignore' }).status === 0;

/** Records the addresses that the process and its threads connect to. */
const LISTENER = `data:text/javascript,${encodeURIComponent(`
  import dns from 'node:dns';
  import net from 'node:net';
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const note = (what) => fs.appendFileSync(process.env.NOTES, what + '\\n');
  note('listening');
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (...args) { note('connect ' + JSON.stringify(args)); return connect.apply(this, args); };
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
    for (const api of [dns, dns.promises]) {
      const original = api[name];
      api[name] = (...args) => { note(name + ' ' + args[0]); return original(...args); };
    }
  }
  syncBuiltinESMExports();
`)}`;

describe('network use', () => {
  test('a build opens no connections', async () => {
    const project = await makeProject({ ...SITE, notes: '' });
    const notes = path.join(project.root, 'notes');

    const { code, stderr } = await run([process.execPath, SITEGEN, 'build'], project.root, {
      NODE_OPTIONS: `--import=${LISTENER}`,
      NOTES: notes,
    });

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(new Set((await readFile(notes, 'utf8')).trim().split('\n'))).toEqual(new Set(['listening']));
  });

  test.skipIf(!MAY_BE_ALONE)('builds and serves offline', async () => {
    const project = await makeProject(SITE);
    const server = await startServeProcess(ALONE, project.root);
    onTestFinished(async () => void (await server.stop()));

    await project.write({ 'templates/pages/index.tsx': page('Changed', '') });
    await server.says('Built');

    expect(server.stderr()).not.toContain('error');
    expect(await server.stop()).toBe(0);
  });
});
