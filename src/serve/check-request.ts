import type { IncomingMessage } from 'node:http';
import { decodePath } from '../core/paths.ts';

/** What a request asks for, or the status that refuses it. */
export type Guarded =
  { readonly pathname: string; readonly query: string } | { readonly refusal: 400 | 403 | 404 | 405 };

/**
 * Looks at a request before anything else does. Any page that a browser shows can send requests here, also under a name
 * of its own that leads to this machine (DNS rebinding), so only names of this machine are answered.
 *
 * @param host the address the server was told to listen on
 * @returns the path, decoded once, and the query as it was sent
 */
export function guard({ method, headers, url = '' }: IncomingMessage, host: string): Guarded {
  if (!isOwnName(headers.host, host)) return { refusal: 403 };
  if (method !== 'GET' && method !== 'HEAD') return { refusal: 405 };
  const pathname = decodePath(url.replace(/[?#].*$/s, ''));
  if (pathname === undefined || !pathname.startsWith('/') || /[\0\\]|\/\//.test(pathname)) return { refusal: 400 };
  const segments = pathname.split('/');
  if (segments.includes('..') || segments.includes('.')) return { refusal: 400 };
  if (segments.some((segment) => segment.startsWith('.') && segment !== '.well-known')) return { refusal: 404 };
  return { pathname, query: /\?[^#]*/.exec(url)?.[0] ?? '' };
}

function isOwnName(header: string | undefined, host: string): boolean {
  const name = /^(\[[^\]]+\]|[^:]*)(:\d+)?$/.exec(header ?? '')?.[1]?.toLowerCase();
  if (name === undefined) return false;
  // Whoever opens the server to the network decides under which names it is known there.
  if (host === '0.0.0.0' || host === '::') return true;
  return [host, `[${host}]`, 'localhost', '127.0.0.1', '[::1]'].includes(name) || name.endsWith('.localhost');
}
