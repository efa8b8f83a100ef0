/** Runs in pages of `sitegen serve`: keeps the page up to date with the site, and shows the errors of a failed build. */
import type { Diagnostic } from '../../shared/diagnostics.ts';
import type { ShownErrors } from '../error-log.ts';
import { createErrorOverlay } from './error-overlay.ts';
import { registry } from './island-registry.ts';
import { RETRY_MS, createPagePatcher, fetchWhenReachable, pause, reload } from './patch-page.ts';

/** Sent by the server when the page connects, and whenever it changes. */
interface State {
  /** Identifies the sources. */
  readonly site: string;
  /** The version of the files in `public/`: their addresses stay the same. */
  readonly files: string;
  /** The errors in the sources. */
  readonly errors: ShownErrors;
}

const script = new URL(import.meta.url);
const patchPage = createPagePatcher(script);
const overlay = createErrorOverlay(new URL('open/', script).href);

/** The sources that the page shows. */
let shown = script.searchParams.get('site');
let files = script.searchParams.get('files');
let latest: State | undefined;
let isUpdating = false;
/** Firefox reloads a page as if it followed a link, so the server may have used an earlier version. */
let isOutdated = script.searchParams.has('reused') && isReloaded();
/** The errors of islands on this page, as the server describes them: only the first ones, because one may cause many. */
let islandErrors: Diagnostic[] = [];
/** True if the page has errors, and is shown as it was before. */
let isOld = script.searchParams.has('old');

const events = new EventSource(new URL(`events${location.pathname}`, script));
events.addEventListener('message', ({ data }: MessageEvent<string>) => {
  latest = JSON.parse(data) as State;
  if (!isUpdating) void followLatest();
});
// The browser keeps polling an unreachable server. A restarted server does not know this address.
events.addEventListener('error', () => {
  if (events.readyState === EventSource.CLOSED) void followNextServer();
});

/** Applies states one at a time. If several arrive meanwhile, only the newest is applied. */
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
    if (applied.site !== shown || isOutdated) {
      islandErrors = [];
      const patched = await patchPage(isOutdated ? undefined : applied.site);
      if (patched !== undefined) ({ site: shown, isOld } = patched);
      isOutdated = false;
    }
  } while (applied !== latest);
  showErrors();
}

function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload';
}

function showErrors(): void {
  const { message = '', diagnostics = [] } = latest?.errors ?? {};
  overlay.show({ message, diagnostics: diagnostics.length > 0 || message !== '' ? diagnostics : islandErrors, isOld });
}

const MAX_ISLAND_ERRORS = 10;

/** The server finds the place in the sources. It does not describe errors of scripts that are not islands. */
async function reportIslandError(error: unknown): Promise<void> {
  if (!(error instanceof Error) || islandErrors.length >= MAX_ISLAND_ERRORS) return;
  const message = String(error);
  const stack = (error.stack ?? '').replace(message, ''); // Chromium begins it with the message
  const query = new URLSearchParams({
    message: message.slice(0, 1000),
    stack: stack.slice(0, 2500),
    page: location.pathname,
  });
  const site = shown;
  const response = await fetch(`${new URL('island-error', script).href}?${query.toString()}`);
  const described = response.status === 200 ? ((await response.json()) as Diagnostic) : undefined;
  if (described === undefined || site !== shown) return;
  if (islandErrors.some((known) => JSON.stringify(known) === JSON.stringify(described))) return;
  islandErrors.unshift(described);
  showErrors();
}

const onError = (error: unknown) => void reportIslandError(error).catch(() => {}); // the server has stopped
registry.onError = onError;
addEventListener('error', ({ error }) => onError(error));
addEventListener('unhandledrejection', ({ reason }) => onError(reason));

/** Reloads the page once it comes from another server. Until then, a proxy may answer. */
async function followNextServer(): Promise<void> {
  for (;;) {
    const page = await fetchWhenReachable();
    const client = page?.querySelector('script[src*="/reload.js?site="]')?.getAttribute('src') ?? script.pathname;
    if (!client.startsWith(script.pathname)) return location.reload();
    await pause(RETRY_MS);
  }
}
