/** Checks requests before anything else handles them. Any page open in a browser can send requests to this server. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import os from 'node:os';
import { domainToASCII } from 'node:url';
import type { HostRequest } from '../hosts/answer.ts';
import { decodePath } from '../shared/address.ts';

/** The status code that refuses an invalid request, and why. */
interface Refused {
  readonly refusal: 400 | 403 | 404 | 405;
  readonly reason?: string;
}

/** @returns the path, decoded once, and the query as sent */
export function checkRequest(request: IncomingMessage, checkHost: HostCheck): HostRequest | Refused {
  return refuseForeign(request, checkHost) ?? checkTarget(request);
}

function refuseForeign({ headers, headersDistinct }: IncomingMessage, checkHost: HostCheck): Refused | undefined {
  if ((headersDistinct['host'] ?? []).length > 1) return { refusal: 400 };
  const { isAllowed, name } = checkHost(headers.host);
  if (isAllowed) return undefined;
  return { refusal: 403, ...(name !== undefined && { reason: describeForeign(name) }) };
}

function checkTarget({ method, url = '' }: IncomingMessage): HostRequest | Refused {
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

/** Says whether the server answers a request with this `Host` header. */
export type HostCheck = (header: string | undefined) => {
  readonly isAllowed: boolean;
  /** The host in lower case, without the port. Absent for addresses, and if it is not a valid name. */
  readonly name?: string;
};

/**
 * Any website can point its host name at this machine, so that its pages, in a browser here, can read what the server sends
 * (DNS rebinding). This is impossible with an IP address, or with a name that always means this machine.
 *
 * @param host the address the server listens on: `localhost`, `0.0.0.0`
 * @param allowed other names, as `readHostName` returns them
 */
export function createHostCheck(host: string, allowed: readonly string[]): HostCheck {
  const names = [...namesOf(os.hostname().toLowerCase()), 'localhost', '.localhost', host.toLowerCase(), ...allowed];
  const exact = new Set(names.map((name) => name.replace(/^\./, '')));
  const suffixes = names.filter((name) => name.startsWith('.'));
  return (header = '') => {
    const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d*)?$/.exec(header) ?? [];
    if (bracketed !== undefined) return { isAllowed: isIP(bracketed) === 6 };
    const name = (plain ?? '').toLowerCase().replace(/\.$/, '');
    if (!isHostName(name)) return { isAllowed: false };
    const isAllowed = isIP(name) === 4 || exact.has(name) || suffixes.some((suffix) => name.endsWith(suffix));
    return { isAllowed, name };
  };
}

/** `mac`, and `mac.local` in the local network. */
function namesOf(hostname: string): string[] {
  const [first = ''] = hostname.split('.');
  return [hostname, first, `${first}.local`].filter((name) => name !== '');
}

/**
 * Reads a name for `createHostCheck`.
 *
 * @param text `preview.example.com`; `.example.com` for that and all names below it
 * @returns as browsers send it: lower case, international names in ASCII; `undefined` for anything else
 */
export function readHostName(text: string): string | undefined {
  const [, dot = '', name = ''] = /^(\.?)([^.].*?)\.?$/.exec(text) ?? [];
  const ascii = isHostName(name.toLowerCase()) ? name.toLowerCase() : domainToASCII(name);
  return isHostName(ascii) ? dot + ascii : undefined;
}

function isHostName(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => /^[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?$/.test(label));
}
