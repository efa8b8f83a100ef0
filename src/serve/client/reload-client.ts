/** Runs in pages of `sitegen serve`: keeps the page up to date with the site, and shows the errors of a failed build. */
import { createErrorOverlay } from './error-overlay.ts';
import { RETRY_MS, fetchWhenReachable, pause } from './fetch-page.ts';
import { createPagePatcher, reload } from './patch-page.ts';

/** Sent by the server when the page connects, and whenever it changes. */
interface State {
  /** Identifies the sources. */
  readonly site: string;
  /** The version of the files in `public/`: their addresses stay the same. */
  readonly files: string;
  /** The errors in the sources, as the terminal shows them. */
  readonly errors: string;
}

const script = new URL(import.meta.url);
const patchPage = createPagePatcher(script);
const overlay = createErrorOverlay(new URL('open/', script).href);

/** The sources that the page shows. */
let shown = script.searchParams.get('site');
let files = script.searchParams.get('files');
let latest: State | undefined;
let isUpdating = false;

const events = new EventSource(new URL(`events${location.pathname}`, script));
events.addEventListener('message', ({ data }: MessageEvent<string>) => {
  latest = JSON.parse(data) as State;
  if (!isUpdating) void followLatest();
});
// The browser keeps polling an unreachable server. A restarted server does not know this address.
events.addEventListener('error', () => {
  if (events.readyState === EventSource.CLOSED) void followNextServer();
});

/** Applies one state after the other. Of the states that arrive meanwhile, only the newest is applied. */
async function followLatest(): Promise<void> {
  isUpdating = true;
  try {
    await applyLatest();
  } finally {
    isUpdating = false;
  }
}

async function applyLatest(): Promise<void> {
  let applied: State | undefined;
  do {
    applied = latest;
    if (applied === undefined) break;
    if (applied.files !== files) {
      files = applied.files;
      await reload();
    }
    if (applied.site !== shown) shown = (await patchPage(applied.site)) ?? shown;
  } while (applied !== latest);
  overlay.show(applied?.errors ?? '');
}

/** Reloads the page once it comes from another server. Until then, a proxy may answer. */
async function followNextServer(): Promise<void> {
  for (;;) {
    const page = await fetchWhenReachable();
    const client = page?.querySelector('script[src*="/reload.js?site="]')?.getAttribute('src') ?? script.pathname;
    if (!client.startsWith(script.pathname)) return location.reload();
    await pause(RETRY_MS);
  }
}
