/** Decides which version of the project answers a request. */
import type { IncomingMessage } from 'node:http';
import { MAX_DATA_AGE } from '../shared/shared-data.ts';
import type { Answers } from './answers.ts';
import type { Version } from './open-version.ts';
import type { FindAnswer, Found } from './request-handler.ts';
import type { Versions } from './versions.ts';

export interface CreateFinder {
  readonly versions: Versions<Version>;
  readonly answers: Answers;
  /** Identifies the current sources. */
  readonly nameOfSources: () => string;
  /** When the watcher noticed the last change, in ms (`performance.now()`). */
  readonly lastChange: () => number;
  /** Compiles the project anew for the next version, even if none of its files seems to have changed. */
  readonly discard: () => void;
}

/** Finds files on the disk first, and everything else in a version that is new enough for the request. */
export function createFinder({ versions, answers, nameOfSources, lastChange, discard }: CreateFinder): FindAnswer {
  let hasOpened = false;

  /** A page that is opened shows the current sources, even if the watcher has missed a change. */
  async function openPage(...[request, asked]: Parameters<FindAnswer>): Promise<Found> {
    const begun = performance.now();
    if (isHardReload(request)) discard();
    const byLink = isClick(request);
    const mayBeReused = byLink || !hasOpened;
    hasOpened = true;
    const findIn = (version: Version) => answers.findIn(version, request, asked, byLink ? begun : undefined);
    const mayReuse = (version: Version) =>
      mayBeReused && !version.hasFailed && begun - version.opened < MAX_DATA_AGE / 2;
    const { found, mayAppear } = await versions.use(
      { since: lastChange(), mayReuse },
      async (version) => ({
        found: await findIn(version),
        mayAppear: version.opened < begun && answers.mayAppear(version, asked),
      }),
      async () => ({ found: await answers.findFailed(asked), mayAppear: false }),
    );
    if (found.answer.status !== 404 || !mayAppear) return found;
    found.opened?.close();
    return versions.use({ since: begun }, findIn, () => answers.findFailed(asked));
  }

  return async (request, asked) => {
    const found = await answers.findStatic(request, asked);
    if (found !== undefined) return found;
    // An open page that fetches itself again shows what the watcher has noticed.
    const isOpened = isPageAddress(asked.pathname) && request.headers['x-sitegen-site'] !== nameOfSources();
    if (isOpened) return openPage(request, asked);
    return versions.use(
      { since: lastChange() },
      (version) => answers.findIn(version, request, asked),
      () => answers.findFailed(asked),
    );
  };
}

/** Files that pages refer to can be as old as the last change that the watcher noticed. */
function isPageAddress(pathname: string): boolean {
  return !/\.[^/.]+$/.test(pathname) || pathname.endsWith('.html');
}

/** The last resort against anything that is out of date: Ctrl+Shift+R. */
function isHardReload({ headers }: IncomingMessage): boolean {
  return /no-cache/.test(headers['cache-control'] ?? '');
}

/** True for a request by a link. Reloads, the address bar, and programs other than browsers get fresh modules and data. */
function isClick({ headers }: IncomingMessage): boolean {
  const isFromPage = /^(same-origin|same-site|cross-site)$/.test(headers['sec-fetch-site'] ?? '');
  return isFromPage && !/no-cache|max-age=0/.test(headers['cache-control'] ?? '');
}
