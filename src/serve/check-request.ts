import type { IncomingMessage } from 'node:http';
import { decodePath } from '../shared/address.ts';
import type { HostCheck } from './host-names.ts';

/** The path and query of a valid request, or the status code that refuses an invalid one, and why. */
export type CheckedRequest =
  | { readonly pathname: string; readonly query: string }
  | { readonly refusal: 400 | 403 | 404 | 405; readonly reason?: string };

/**
 * Validates a request before anything else handles it. Any page open in a browser can send requests to this server.
 *
 * @returns the path, decoded once, and the query as sent
 */
export function checkRequest(request: IncomingMessage, checkHost: HostCheck): CheckedRequest {
  return refuseForeign(request, checkHost) ?? checkTarget(request);
}

function refuseForeign({ headers, headersDistinct }: IncomingMessage, checkHost: HostCheck) {
  if ((headersDistinct['host'] ?? []).length > 1) return { refusal: 400 } as const;
  const { isAllowed, name } = checkHost(headers.host);
  if (isAllowed) return undefined;
  return { refusal: 403, ...(name !== undefined && { reason: describeForeign(name) }) } as const;
}

function checkTarget({ method, url = '' }: IncomingMessage): CheckedRequest {
  if (method !== 'GET' && method !== 'HEAD') return { refusal: 405 };
  const pathname = decodePath(url.replace(/[?#].*$/s, ''));
  if (pathname === undefined || !pathname.startsWith('/') || /[\0\\]|\/\//.test(pathname)) return { refusal: 400 };
  const segments = pathname.split('/');
  if (segments.includes('..') || segments.includes('.')) return { refusal: 400 };
  if (segments.some((segment) => segment.startsWith('.') && segment !== '.well-known')) return { refusal: 404 };
  return { pathname, query: /\?[^#]*/.exec(url)?.[0] ?? '' };
}

function describeForeign(name: string): string {
  return (
    `This preview does not answer to the host name "${name}", because any website could use such a name to read it.\n` +
    `If it is yours, as that of a tunnel or a container, start the preview with: sitegen serve --allow-host ${name}\n`
  );
}
