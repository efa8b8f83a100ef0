/** Ceph's RADOS gateway, for the tests of a block. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { ROOT } from '../../helpers/run.ts';
import { findPort } from '../programs/server.ts';
import { runsCeph } from './ceph.ts';
import { connect, signIn, type Store } from './s3.ts';

export interface Gateway extends Store {
  readonly makeBucket: (name: string) => Promise<void>;
}

/** Why it is unavailable, if so. */
export const cannotStart = whyNot();

function whyNot(): string | undefined {
  if (!runsCeph) return 'NIGHTLY=1 starts it';
  if (process.getuid?.() !== 0) return 'only root can start it';
  const missing = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph'].find((name) => spawnSync(name, ['--version']).error);
  return missing && `${missing} is not installed`;
}

/** Starts it before the tests of a block, which takes a quarter of a minute, and stops it after them. */
export function startGateway(): () => Gateway {
  let gateway: Gateway | undefined;
  let folder: string | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-rgw-'));
    const ports = [await findPort(), await findPort(), await findPort()];
    const script = path.join(ROOT, 'tests/hosts/servers/rgw-up.sh');
    execFileSync('sh', [script, folder, ...ports.map(String)], { stdio: 'ignore' });
    const endpoint = `http://127.0.0.1:${ports[0]}`;
    signIn('TESTKEY', 'TESTSECRET');
    const store = connect(endpoint, (bucket) => `${bucket}.s3-website.localhost`);
    const makeBucket = async (Bucket: string) => void (await store.client.send(new CreateBucketCommand({ Bucket })));
    gateway = { ...store, makeBucket };
  });
  afterAll(async () => {
    if (folder === undefined) return;
    const run = path.join(folder, 'run');
    for (const file of (await readdir(run)).filter((name) => name.endsWith('.pid')))
      process.kill(Number(await readFile(path.join(run, file), 'utf8')), 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return () => {
    if (gateway === undefined) throw new Error('The gateway runs inside tests only.');
    return gateway;
  };
}
