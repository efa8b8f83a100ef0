import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import type { Sample } from '../asking/sample.ts';
import { runsCeph } from '../helpers/ceph.ts';
import { toXml } from './s3rver.ts';
import { findPort, type Server } from './server.ts';
import { put, uploadSite } from './upload.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../servers/rgw-up.sh');

export const hasRgw = runsCeph && existsSync('/usr/bin/radosgw') && process.getuid?.() === 0;

/** Everyone may read, and gets 404 for missing objects: without the permission to list it would be 403. */
const POLICY = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::site/*' },
    { Effect: 'Allow', Principal: '*', Action: 's3:ListBucket', Resource: 'arn:aws:s3:::site' },
  ],
};

/**
 * Starts Ceph with its gateway, in memory.
 * | @param website the file that a build writes for `aws s3api put-bucket-website`
 */
export async function startRgw(sample: Sample, website: string): Promise<Server> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-rgw-'));
  const stop = async () => {
    const pids = (await readdir(path.join(folder, 'run'))).filter((name) => name.endsWith('.pid'));
    for (const name of pids) process.kill(Number(await readFile(path.join(folder, 'run', name), 'utf8')), 'SIGKILL');
    await rm(folder, { recursive: true });
  };
  try {
    const ports = [await findPort(), await findPort(), await findPort()];
    await promisify(execFile)('sh', [SCRIPT, folder, ...ports.map(String)]);
    const account = { origin: `http://127.0.0.1:${ports[0]}`, key: 'TESTKEY', secret: 'TESTSECRET' };
    // It goes into the background before it listens.
    await vi.waitFor(() => put(account, '/site', {}, ''), { timeout: 30_000 });
    await put(account, '/site?policy', {}, JSON.stringify(POLICY));
    await put(account, '/site?website', {}, toXml(await readFile(website, 'utf8')));
    await uploadSite(account, 'site', sample);
    return { origin: account.origin, host: 'site.s3-website.localhost', stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
