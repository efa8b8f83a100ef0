import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Sample } from '../asking/sample.ts';
import type { Server } from './server.ts';
import { uploadSite } from './upload.ts';

const PACKAGES = path.resolve(import.meta.dirname, '../servers');

export const hasS3rver = existsSync(path.join(PACKAGES, 'node_modules/s3rver'));

/** The part of https://github.com/jamhall/s3rver that is used here. */
interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

/** @param website the file that a build writes for `aws s3api put-bucket-website` */
export async function startS3rver(sample: Sample, website: string): Promise<Server> {
  const Program = createRequire(path.join(PACKAGES, 'package.json'))('s3rver') as new (options: object) => S3rver;
  const directory = await mkdtemp(path.join(os.tmpdir(), 'sitegen-s3rver-'));
  const configureBuckets = [{ name: 'site', configs: [toXml(await readFile(website, 'utf8'))] }];
  const program = new Program({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await program.run();
  const origin = `http://127.0.0.1:${port}`;
  await uploadSite({ origin, key: 'S3RVER', secret: 'S3RVER' }, 'site', sample);
  return {
    origin,
    host: 'site.s3-website.amazonaws.com',
    stop: () => program.close().then(() => rm(directory, { recursive: true })),
  };
}

/** Converts JSON like the AWS command line. */
export function toXml(website: string): string {
  const { IndexDocument, ErrorDocument } = JSON.parse(website) as Record<string, Record<string, string>>;
  return `<WebsiteConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IndexDocument><Suffix>${IndexDocument?.['Suffix']}</Suffix></IndexDocument><ErrorDocument><Key>${ErrorDocument?.['Key']}</Key></ErrorDocument></WebsiteConfiguration>`;
}
