/** An S3 in memory, whose clock and conditions a test controls. All services share their buckets: `/bucket/key`. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { md5Of, signIn } from './s3.ts';

/** `unquoted`: knows only ETags without quotes, like Ceph 16. `refused`: answers that they are not implemented. */
type Conditions = 'honoured' | 'unquoted' | 'ignored' | 'refused';

interface Stored {
  readonly body: Buffer;
  readonly headers: IncomingMessage['headers'];
}

interface Version {
  readonly key: string;
  readonly id: string;
  /** `undefined`: a deletion */
  readonly stored: Stored | undefined;
}

export interface MemoryBucket {
  readonly endpoint: string;
  /** The objects, by key. */
  readonly objects: Map<string, Stored>;
  /** Of a bucket with versions, the oldest first. A test may remove some, like a lifecycle rule. */
  readonly versions: Version[];
  /** `PUT index.html` with the status, in the order of responses. */
  readonly answered: string[];
  /** Another endpoint for the same objects. @param gate called before each request is answered; `refuse`: with 403 */
  readonly open: (gate: (line: string) => Promise<unknown>) => Promise<string>;
  /** Sets the clock of the service, in ms from now. */
  readonly setClock: (offset: number) => void;
}

export interface MemoryBucketOptions {
  readonly conditions?: Conditions;
  /** Keeps versions, like Amazon S3 in a bucket with versioning. */
  readonly versioned?: boolean;
  /** Replaces the bucket's response, if it returns one. */
  readonly instead?: (line: string) => readonly [status: number, body: string] | undefined;
}

export async function startMemoryBucket(options: MemoryBucketOptions = {}): Promise<MemoryBucket> {
  const { conditions = 'honoured', versioned = false, instead = () => undefined } = options;
  const objects: MemoryBucket['objects'] = new Map();
  const versions: Version[] = [];
  const answered: string[] = [];
  let offset = 0;

  /** @returns the header with the version */
  function store(key: string, stored: Stored | undefined): Record<string, string> {
    if (stored === undefined) objects.delete(key);
    else objects.set(key, stored);
    if (!versioned) return {};
    const id = randomUUID();
    versions.push({ key, id, stored });
    return { 'x-amz-version-id': id };
  }
  /** The object that a request names, and its version. */
  function find(key: string, version: string | null): { readonly id: string; readonly stored: Stored } | undefined {
    const id = version ?? versions.findLast((one) => one.key === key)?.id ?? 'null';
    const stored = version === null ? objects.get(key) : versions.find((one) => one.id === id)?.stored;
    return stored && { id, stored };
  }

  function answer(request: IncomingMessage, body: Buffer): [number, string | Buffer, Record<string, string>?] {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
    const { id = 'null', stored: found } = find(key, searchParams.get('versionId')) ?? {};
    const etag = found && md5Of(found.body);
    if (key === '' && searchParams.has('versions'))
      return [200, versionsOf(versions, searchParams.get('prefix') ?? '')];
    if (key === '') return [200, listOf(objects, searchParams)];
    if (request.method === 'DELETE') return [204, '', store(key, undefined)];
    const { 'x-amz-copy-source': source, 'x-amz-website-redirect-location': target } = request.headers;
    if (request.method === 'PUT' && source !== undefined) {
      const { pathname: path, searchParams: parameters } = new URL(String(source), 'http://localhost');
      const copied = find(decodeURIComponent(path.split('/').slice(2).join('/')), parameters.get('versionId'))?.stored;
      if (copied === undefined) return [404, errorOf('NoSuchKey')];
      const { 'x-amz-website-redirect-location': _own, ...headers } = copied.headers;
      const redirect = target === undefined ? {} : { 'x-amz-website-redirect-location': target };
      const tag = `<ETag>"${md5Of(copied.body)}"</ETag>`;
      const version = store(key, { body: copied.body, headers: { ...headers, ...redirect } });
      return [200, `<?xml version="1.0"?><CopyObjectResult>${tag}</CopyObjectResult>`, version];
    }
    if (request.method === 'PUT') {
      const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
      const isConditional = match !== undefined || noneMatch !== undefined;
      if (isConditional && conditions === 'refused') return [501, errorOf('NotImplemented')];
      const expected = conditions === 'unquoted' ? etag : `"${etag}"`;
      const isMet = (match === undefined || match === expected) && (noneMatch === undefined || found === undefined);
      if (isConditional && conditions !== 'ignored' && !isMet) return [412, errorOf('PreconditionFailed')];
      const version = store(key, { body, headers: request.headers });
      return [200, '', { ETag: `"${md5Of(body)}"`, ...version }];
    }
    if (found === undefined) return [404, errorOf('NoSuchKey')];
    const { 'content-type': type = '', 'cache-control': cache = '' } = found.headers;
    const location = found.headers['x-amz-website-redirect-location'];
    const redirect = location === undefined ? undefined : { 'x-amz-website-redirect-location': String(location) };
    const version = versioned ? { 'x-amz-version-id': id } : undefined;
    return [
      200,
      found.body,
      { ETag: `"${etag}"`, 'Content-Type': type, 'Cache-Control': cache, ...redirect, ...version },
    ];
  }
  async function handle(request: IncomingMessage, response: ServerResponse, gate: (line: string) => Promise<unknown>) {
    const line = `${request.method} ${decodeURIComponent((request.url ?? '').replace(/\?.*/, ''))
      .split('/')
      .slice(2)
      .join('/')}`;
    const body = await buffer(request);
    const isRefused = (await gate(line)) === 'refuse';
    const [status, text, headers = {}] = isRefused
      ? ([403, errorOf('AccessDenied')] as const)
      : (instead(line) ?? answer(request, body));
    answered.push(`${line} ${status}`);
    response.writeHead(status, { ...headers, Date: new Date(Date.now() + offset).toUTCString() });
    response.end(request.method === 'HEAD' ? undefined : text);
  }
  const open: MemoryBucket['open'] = async (gate) => {
    const server = createServer((request, response) => void handle(request, response, gate));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  signIn('KEY', 'SECRET');
  return {
    endpoint: await open(async () => {}),
    objects,
    versions,
    answered,
    open,
    setClock: (ms) => void (offset = ms),
  };
}

export function errorOf(code: string): string {
  return `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
}

/** A page of a list, in the order of bytes. Its token is the last key. */
function listOf(objects: MemoryBucket['objects'], parameters: URLSearchParams): string {
  const after = Buffer.from(parameters.get('continuation-token') ?? parameters.get('start-after') ?? '');
  const found = [...objects]
    .map(([key, { body }]) => ({ key, body, bytes: Buffer.from(key) }))
    .filter(({ key, bytes }) => key.startsWith(parameters.get('prefix') ?? '') && Buffer.compare(bytes, after) > 0)
    .toSorted((a, b) => Buffer.compare(a.bytes, b.bytes));
  const page = found.slice(0, 1000);
  const token = found.length > page.length ? `<NextContinuationToken>${page.at(-1)?.key}</NextContinuationToken>` : '';
  const contents = page.map(({ key, body }) => `<Contents><Key>${key}</Key><ETag>"${md5Of(body)}"</ETag></Contents>`);
  return `<?xml version="1.0"?><ListBucketResult><Name>site</Name>${token}${contents.join('')}</ListBucketResult>`;
}

function versionsOf(versions: readonly Version[], prefix: string): string {
  const found = versions.filter(({ key }) => key.startsWith(prefix)).toReversed();
  const entries = found.map((version, index) => {
    const { key, id, stored } = version;
    const isLatest = found.findIndex((other) => other.key === key) === index;
    const facts = `<Key>${key}</Key><VersionId>${id}</VersionId><IsLatest>${isLatest}</IsLatest>`;
    if (stored === undefined) return `<DeleteMarker>${facts}</DeleteMarker>`;
    return `<Version>${facts}<ETag>"${md5Of(stored.body)}"</ETag><Size>${stored.body.length}</Size></Version>`;
  });
  return `<?xml version="1.0"?><ListVersionsResult><Name>site</Name>${entries.join('')}</ListVersionsResult>`;
}
