/** Decides which version of the project answers a request. */
import type { IncomingMessage } from 'node:http';
import { MAX_DATA_AGE } from '../shared/shared-data.ts';
import type { Answers, FindAnswer, FoundAnswer } from './answers.ts';
import type { Version } from './open-version.ts';
import type { Versions } from './versions.ts';

export interface Changes {
  /** Identifies the current sources. */
  readonly nameOfSources: () => string;
  /** When the last change was noticed, in ms (`performance.now()`). Versions that were opened before are not used anymore. */
  readonly lastChange: () => number;
  /** Called for a change that the watcher has not noticed. */
  readonly noteChange: () => void;
}

/** Finds files on the disk first, and everything else in a version that is new enough for the request. */
export function createFinder(versions: Versions<Version>, answers: Answers, changes: Changes): FindAnswer {
  const { nameOfSources, lastChange, noteChange } = changes;
  let hasOpened = false;

  /** A page that is opened shows the current sources, even if the watcher has missed a change. */
  async function openPage(...[request, asked]: Parameters<FindAnswer>): Promise<FoundAnswer> {
    const begun = performance.now();
    if (isHardReload(request)) noteChange();
    const byLink = isClick(request);
    const mayBeReused = byLink || !hasOpened;
    hasOpened = true;
    const mayReuse = (version: Version) =>
      mayBeReused && !version.hasFailed && begun - version.opened < MAX_DATA_AGE / 2;
    const findIn = (version: Version) => answers.findIn(version, asked, byLink ? begun : undefined);
    const findFailed = async () => answers.findFailed(asked);
    /** @param since the version must have been opened after this, in ms */
    const findNew = (since: number) => versions.use({ since }, findIn, findFailed);

    /** @returns `undefined` if the version is not current */
    const findIfCurrent = async (version: Version): Promise<FoundAnswer | undefined> => {
      if (version.begun < begun && !version.isCurrent()) return undefined;
      const found = await findIn(version);
      // `paths`, which the version has read, may return others by now.
      return found.answer.status === 404 && version.opened < begun ? findNew(begun) : found;
    };
    const found = await versions.use({ since: lastChange(), mayReuse }, findIfCurrent, findFailed);
    if (found !== undefined) return found;
    noteChange();
    return findNew(lastChange()); // the version that was opened for this request uses the old compilation
  }

  return async (request, asked) => {
    const found = answers.findStatic(asked);
    if (found !== undefined) return found;
    // An open page that fetches itself again shows what the watcher has noticed.
    const isOpened = isPageAddress(asked.pathname) && request.headers['x-sitegen-site'] !== nameOfSources();
    if (isOpened) return openPage(request, asked);
    return versions.use(
      { since: lastChange() },
      (version) => answers.findIn(version, asked),
      async () => answers.findFailed(asked),
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
