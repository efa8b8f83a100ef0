import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Server } from '../programs/server.ts';

/** A request to a server. */
export interface Question {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Decoded, including the base: `/docs/contact/`. */
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly query: string;
}

export interface Reply {
  readonly status: number;
  /** By name in lower case. A repeated header has both values. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decompressed body. */
  readonly body: Buffer;
}

/** Sends the exact request: `fetch` treats double slashes as a host, and follows redirects. */
export async function ask(server: Server, question: Question, headers: Record<string, string> = {}): Promise<Reply> {
  const { method, pathname, query } = question;
  const asked = request(server.origin, {
    method,
    path: encodePath(pathname) + query,
    headers: { ...(server.host !== undefined && { host: server.host }), ...headers },
  });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const sent = Object.entries(answer.headersDistinct).map(([name, values = []]) => [name, values.join(' AND ')]);
  const body = await buffer(answer);
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(sent) as Record<string, string>,
    body: decode(body, answer.headers['content-encoding']),
  };
}

/** `/é #1` -> `/%C3%A9%20%231` */
export function encodePath(pathname: string): string {
  return pathname.split('/').map(encodeURIComponent).join('/');
}

function decode(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}
