/** An S3 for a single test, and its contents. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { afterAll, onTestFinished, vi } from 'vitest';
import { ROOT, sitegenProcess, type Ran } from '../../helpers/run.ts';
import type { Project } from '../../helpers/project.ts';

/** A server that implements S3. */
export interface Store {
  readonly endpoint: string;
  readonly client: S3Client;
  /** The host name under which a bucket is a website, for the header `Host`. */
  readonly websiteOf: (bucket: string) => string;
}

/** An object with all headers that it is sent with. */
export interface Stored {
  readonly md5: string;
  readonly type: string | undefined;
  readonly cache: string | undefined;
  readonly location: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
}

const WEBSITE = `<WebsiteConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IndexDocument><Suffix>index.html</Suffix></IndexDocument><ErrorDocument><Key>404.html</Key></ErrorDocument></WebsiteConfiguration>`;

/** The part of https://github.com/jamhall/s3rver that is used here. */
interface S3rver {
  /** From Koa. */
  readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

interface Context {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  status: number;
}

/** Starts s3rver with these buckets, as websites, until the end of the test. */
export async function startStore(...buckets: readonly string[]): Promise<Store> {
  const load = createRequire(path.join(ROOT, 'tests/hosts/servers/package.json'));
  const Server = load('s3rver') as new (options: object) => S3rver;
  const directory = await mkdtemp(path.join(os.tmpdir(), 'sitegen-s3rver-'));
  const configureBuckets = buckets.map((name) => ({ name, configs: [WEBSITE] }));
  const server = new Server({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  honourConditions(server, () => store.client);
  const { port } = await server.run();
  onTestFinished(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
  signIn('S3RVER', 'S3RVER');
  const store = connect(`http://127.0.0.1:${port}`, (bucket) => `${bucket}.s3-website.amazonaws.com`);
  return store;
}

/** s3rver 3.7 ignores write conditions. */
function honourConditions({ middleware }: S3rver, clientOf: () => S3Client): void {
  let turn: Promise<unknown> = Promise.resolve();
  middleware.unshift((context, next) => {
    const { 'if-match': match, 'if-none-match': noneMatch } = context.headers;
    if (context.method !== 'PUT' || (match ?? noneMatch) === undefined) return next();
    const write = async () => {
      const [, Bucket = '', Key = ''] = /^\/([^/]+)\/(.*)$/.exec(decodeURIComponent(context.path)) ?? [];
      const found = await clientOf()
        .send(new HeadObjectCommand({ Bucket, Key }))
        .catch(() => undefined);
      if (match === undefined ? found === undefined : found?.ETag === match) await next();
      else context.status = 412;
    };
    const written = turn.then(write);
    turn = written.catch(() => {});
    return written;
  });
}

export function connect(endpoint: string, websiteOf: Store['websiteOf']): Store {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  afterAll(() => client.destroy());
  return { endpoint, client, websiteOf };
}

/** The environment of a deploy, without anything else from this machine. */
export function signIn(key: string, secret: string): void {
  vi.stubEnv('AWS_ACCESS_KEY_ID', key);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true');
  for (const name of ['AWS_PROFILE', 'AWS_REGION', 'AWS_ENDPOINT_URL']) vi.stubEnv(name, undefined);
}

/** Runs `sitegen deploy` in a project. */
export function deploy(project: Project, { endpoint }: Pick<Store, 'endpoint'>, ...args: string[]): Promise<Ran> {
  return sitegenProcess(project.root, 'deploy', '--endpoint', endpoint, ...args);
}

/** All objects in a bucket, by key. */
export async function readBucket({ client }: Store, Bucket: string): Promise<Record<string, Stored>> {
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
    keys.push(...Contents.map(({ Key = '' }) => Key));
  const objects = keys.map(async (Key): Promise<[string, Stored]> => {
    const found = await client.send(new GetObjectCommand({ Bucket, Key }));
    const bytes = await found.Body?.transformToByteArray();
    return [
      Key,
      {
        md5: md5Of(bytes ?? ''),
        type: found.ContentType,
        cache: found.CacheControl,
        location: found.WebsiteRedirectLocation,
        metadata: found.Metadata ?? {},
      },
    ];
  });
  return Object.fromEntries(await Promise.all(objects));
}

export async function put({ client }: Store, Bucket: string, ...keys: readonly string[]): Promise<void> {
  for (const Key of keys) await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
}

export interface Visited {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Requests an address of a bucket's website, like a browser. */
export function visit({ endpoint, websiteOf }: Store, bucket: string, address: string): Promise<Visited> {
  return new Promise((resolve, reject) => {
    const asked = request(endpoint, { path: address, headers: { Host: websiteOf(bucket) } });
    asked.once('error', reject).once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('error', reject); // it was cut short
      response.once('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    asked.end();
  });
}

export function md5Of(contents: Uint8Array | string): string {
  return createHash('md5').update(contents).digest('hex');
}
