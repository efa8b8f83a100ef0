/** Reads files of a live site, for commands that learn from it. It changes nothing there. */
import sitegen from '../../package.json' with { type: 'json' };
import { reasonOfRequest } from './errors.ts';
import { isSameSite, type FetchBytes, type Fetched } from './read-sitemap.ts';

/** Of one request, in ms. */
const TIMEOUT = 20_000;

/** More are a loop. */
const MAX_REDIRECTS = 5;

/**
 * Creates a function that requests files of one site. It follows redirects within the site only: elsewhere, an answer could
 * reach what only this machine can, such as a local server.
 *
 * @param purpose for the user agent: `reads sitemaps`
 */
export function createFetch(purpose: string, signal: AbortSignal): FetchBytes {
  const headers = { 'User-Agent': `sitegen/${sitegen.version} (${purpose})` };
  return async (first, maxBytes) => {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    let address = first;
    try {
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const response = await fetch(address, { headers, redirect: 'manual', signal: stop });
        const location = response.headers.get('Location');
        if (response.status < 300 || response.status > 399 || location === null)
          return await readBody(response, address, maxBytes);
        await response.body?.cancel();
        address = URL.canParse(location, address) ? new URL(location, address).href : location;
        if (!isSameSite(address, first)) return { failure: `it redirects to another site, ${address}` };
      }
      return { failure: `it redirects more than ${MAX_REDIRECTS} times` };
    } catch (failure) {
      signal.throwIfAborted();
      return { failure: reasonOfRequest(failure, TIMEOUT) };
    }
  };
}

async function readBody({ status, body }: Response, address: string, maxBytes: number): Promise<Fetched> {
  if (status !== 200) {
    await body?.cancel();
    return { failure: `it responds with ${status}` };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) return { failure: `it has more than ${maxBytes} bytes` };
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), address };
}
