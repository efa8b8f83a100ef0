/** An S3 in memory, whose conditions a test controls. All services share their buckets: `/bucket/key`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../helpers/listen.ts';
import { md5Of, signIn } from './s3.ts';

/** `unquoted`: knows only ETags without quotes, like Ceph 16. `refused`: answers that they are not implemented. */
type Conditions = 'honoured' | 'unquoted' | 'ignored' | 'refused';

interface Stored {
  readonly body: Buffer;
  readonly headers: IncomingMessage['headers'];
}

export interface MemoryBucket {
  readonly endpoint: string;
  /** The objects, by key. */
  readonly objects: Map<string, Stored>;
  /** `PUT index.html` with the status, in the order of responses. */
  readonly answered: string[];
  /** Another endpoint for the same objects. @param gate called before each request is answered; `lose`: the response never arrives */
  readonly open: (gate: (line: string) => Promise<unknown>) => Promise<string>;
}

export interface MemoryBucketOptions {
  readonly conditions?: Conditions;
}

export async function startMemoryBucket(options: MemoryBucketOptions = {}): Promise<MemoryBucket> {
  const { conditions = 'honoured' } = options;
  const objects: MemoryBucket['objects'] = new Map();
  const answered: string[] = [];

  function answer(request: IncomingMessage, body: Buffer): [number, string | Buffer, Record<string, string>?] {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
    const found = objects.get(key);
    const etag = found && md5Of(found.body);
    if (key === '') return [200, listOf(objects, searchParams)];
    if (request.method === 'DELETE') {
      objects.delete(key);
      return [204, ''];
    }
    if (request.method === 'PUT') {
      const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
      const isConditional = match !== undefined || noneMatch !== undefined;
      if (isConditional && conditions === 'refused') return [501, errorOf('NotImplemented')];
      const expected = conditions === 'unquoted' ? etag : `"${etag}"`;
      const isMet = (match === undefined || match === expected) && (noneMatch === undefined || found === undefined);
      if (isConditional && conditions !== 'ignored' && !isMet) return [412, errorOf('PreconditionFailed')];
      objects.set(key, { body, headers: request.headers });
      return [200, '', { ETag: `"${md5Of(body)}"` }];
    }
    if (found === undefined) return [404, errorOf('NoSuchKey')];
    const { 'content-type': type = '', 'cache-control': cache = '' } = found.headers;
    const location = found.headers['x-amz-website-redirect-location'];
    const redirect = location === undefined ? undefined : { 'x-amz-website-redirect-location': String(location) };
    return [200, found.body, { ETag: `"${etag}"`, 'Content-Type': type, 'Cache-Control': cache, ...redirect }];
  }
  async function handle(request: IncomingMessage, response: ServerResponse, gate: (line: string) => Promise<unknown>) {
    const line = `${request.method} ${decodeURIComponent((request.url ?? '').replace(/\?.*/, ''))
      .split('/')
      .slice(2)
      .join('/')}`;
    const body = await buffer(request);
    const isLost = (await gate(line)) === 'lose';
    const [status, text, headers = {}] = answer(request, body);
    if (isLost) {
      request.socket.destroy();
      return;
    }
    answered.push(`${line} ${status}`);
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? undefined : text);
  }
  const open: MemoryBucket['open'] = (gate) => listen((request, response) => void handle(request, response, gate));
  signIn('KEY', 'SECRET');
  return {
    endpoint: await open(async () => {}),
    objects,
    answered,
    open,
  };
}

function errorOf(code: string): string {
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
