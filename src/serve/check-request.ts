import type { IncomingMessage } from 'node:http';
import { decodePath } from '../shared/address.ts';

/** The path and query of a valid request, or the status code that refuses an invalid one. */
export type CheckedRequest =
  { readonly pathname: string; readonly query: string } | { readonly refusal: 400 | 403 | 404 | 405 };

/**
 * Validates a request before anything else handles it. Any page open in a browser can send requests to this server, even
 * through its own domain that resolves to this machine (DNS rebinding), so only local host names are accepted.
 *
 * @param host the address the server listens on
 * @returns the path, decoded once, and the query as sent
 */
export function checkRequest({ method, headers, url = '' }: IncomingMessage, host: string): CheckedRequest {
  if (!isLocalName(headers.host, host)) return { refusal: 403 };
  if (method !== 'GET' && method !== 'HEAD') return { refusal: 405 };
  const pathname = decodePath(url.replace(/[?#].*$/s, ''));
  if (pathname === undefined || !pathname.startsWith('/') || /[\0\\]|\/\//.test(pathname)) return { refusal: 400 };
  const segments = pathname.split('/');
  if (segments.includes('..') || segments.includes('.')) return { refusal: 400 };
  if (segments.some((segment) => segment.startsWith('.') && segment !== '.well-known')) return { refusal: 404 };
  return { pathname, query: /\?[^#]*/.exec(url)?.[0] ?? '' };
}

function isLocalName(header: string | undefined, host: string): boolean {
  const name = /^(\[[^\]]+\]|[^:]*)(:\d+)?$/.exec(header ?? '')?.[1]?.toLowerCase();
  if (name === undefined) return false;
  // A server opened to the network may be known there under any name.
  if (host === '0.0.0.0' || host === '::') return true;
  return [host, `[${host}]`, 'localhost', '127.0.0.1', '[::1]'].includes(name) || name.endsWith('.localhost');
}
