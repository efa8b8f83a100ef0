/** Fetches files of a live site. */
import { createHash } from 'node:crypto';
import sitegen from '../../package.json' with { type: 'json' };
import { causeOf } from '../shared/errors.ts';

/** The response of an address, or why there is none. */
export interface LiveAnswer {
  /** 0: no response. */
  readonly status: number;
  readonly headers: Headers;
  /** Of the decoded body, in hexadecimal digits. */
  readonly md5: string;
  /** Of the decoded body, in bytes. */
  readonly size: number;
  /** Why there is no response. */
  readonly failure?: unknown;
}

/** In ms. */
const TIMEOUT = 20_000;

/** Does not follow redirects. Without a response, tries once more. */
export async function fetchLive(address: string, signal: AbortSignal): Promise<LiveAnswer> {
  const first = await fetchOnce(address, signal);
  return first.status === 0 ? fetchOnce(address, signal) : first;
}

async function fetchOnce(address: string, signal: AbortSignal): Promise<LiveAnswer> {
  try {
    const headers = { 'User-Agent': `sitegen/${sitegen.version} (compares a site with its files)` };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    const response = await fetch(address, { headers, redirect: 'manual', signal: limit });
    const body = new Uint8Array(await response.arrayBuffer());
    const md5 = createHash('md5').update(body).digest('hex');
    return { status: response.status, headers: response.headers, md5, size: body.length };
  } catch (failure) {
    signal.throwIfAborted();
    return { status: 0, headers: new Headers(), md5: '', size: 0, failure };
  }
}

/** Why there is no response. */
export function reasonOf({ failure }: LiveAnswer): string {
  const cause = causeOf(failure);
  if (!(cause instanceof Error)) return String(cause);
  const { message, code } = cause as NodeJS.ErrnoException;
  return message || code || String(failure);
}
