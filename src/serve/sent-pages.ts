/** Pages as they were sent last: what a page with errors still shows, and what an open page is compared with. */
import type { LastCheck } from './last-check.ts';
import type { LiveReload } from './live-reload.ts';
import type { Found } from './request-handler.ts';

interface SentPage {
  readonly html: string;
  /** The sources that it shows: see `LiveReload.site`. */
  readonly site: string;
}

/** A page to be sent. */
interface ShownPage extends Pick<SentPage, 'site'> {
  /** Absent if it has errors. */
  readonly html?: string | undefined;
  /** True if its version was compiled before the page was requested. */
  readonly isReused?: boolean;
}

type Shown = NonNullable<Found['page']>;

/** All files are from `out`. */
export interface SentPages {
  readonly wasSent: (file: string) => boolean;
  /** The page as it was sent last, or as it was in the last check without errors. */
  readonly lastHtml: (file: string) => string | undefined;
  /** @returns the page with the reload client, or as it was before, if it has errors */
  readonly show: (file: string, page: ShownPage) => Shown;
  /** @returns the page as it was sent last */
  readonly showAgain: (file: string) => Shown;
}

/** How many pages are kept. */
const MAX_PAGES = 100;

export function createSentPages(
  lastCheck: Pick<LastCheck, 'htmlOf'>,
  { injectClient }: Pick<LiveReload, 'injectClient'>,
): SentPages {
  const pages = new Map<string, SentPage>();
  const keep = (file: string, page: SentPage): void => {
    pages.delete(file); // the oldest are first
    pages.set(file, page);
    for (const oldest of [...pages.keys()].slice(0, -MAX_PAGES)) pages.delete(oldest);
  };
  const lastHtml = (file: string) => pages.get(file)?.html ?? lastCheck.htmlOf(file);
  return {
    wasSent: (file) => pages.has(file),
    lastHtml,
    show: (file, { site, isReused = false, ...page }) => {
      const html = page.html ?? lastHtml(file);
      if (html === undefined) return {};
      keep(file, { html, site });
      return { html: injectClient(html, { site, isReused, isOld: page.html === undefined }) };
    },
    showAgain: (file) => {
      const found = pages.get(file);
      return found === undefined ? {} : { html: injectClient(found.html, { site: found.site }) };
    },
  };
}
