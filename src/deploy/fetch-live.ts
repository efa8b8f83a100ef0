/** Asks a live site for its files. */
import { createHash } from 'node:crypto';
import sitegen from '../../package.json' with { type: 'json' };
import { causeOf } from '../core/errors.ts';

/** What an address has answered, or why it has not. */
export interface LiveAnswer {
  /** 0: nothing came. */
  readonly status: number;
  readonly headers: Headers;
  /** Of the body as a browser sees it, in hexadecimal digits. */
  readonly md5: string;
  /** Of the body, in bytes. */
  readonly size: number;
  /** Of what went wrong on the way. */
  readonly failure?: unknown;
}

/** To wait for an answer, in ms. */
const PATIENCE = 20_000;

/** Follows no redirect, and asks once more where nothing came. */
export async function fetchLive(address: string, signal: AbortSignal): Promise<LiveAnswer> {
  const first = await fetchOnce(address, signal);
  return first.status === 0 ? fetchOnce(address, signal) : first;
}

async function fetchOnce(address: string, signal: AbortSignal): Promise<LiveAnswer> {
  try {
    const headers = { 'User-Agent': `sitegen/${sitegen.version} (compares a site with its files)` };
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    const response = await fetch(address, { headers, redirect: 'manual', signal: patience });
    const body = new Uint8Array(await response.arrayBuffer());
    const md5 = createHash('md5').update(body).digest('hex');
    return { status: response.status, headers: response.headers, md5, size: body.length };
  } catch (failure) {
    signal.throwIfAborted();
    return { status: 0, headers: new Headers(), md5: '', size: 0, failure };
  }
}

/** Why nothing came. */
export function reasonOf({ failure }: LiveAnswer): string {
  const cause = causeOf(failure);
  if (!(cause instanceof Error)) return String(cause);
  const { message, code } = cause as NodeJS.ErrnoException;
  return message || code || String(failure);
}
