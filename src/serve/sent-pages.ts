/** Pages as they were sent last: what a page with errors still shows, and what an open page is compared with. */
export interface SentPage {
  readonly html: string;
  /** The sources that it shows: see `LiveReload.site`. */
  readonly site: string;
}

export interface SentPages {
  /** @param file from `out` */
  readonly get: (file: string) => SentPage | undefined;
  readonly set: (file: string, page: SentPage) => void;
}

/** How many pages are kept. */
const MAX_PAGES = 100;

export function createSentPages(): SentPages {
  const pages = new Map<string, SentPage>();
  return {
    get: (file) => pages.get(file),
    set: (file, page) => {
      pages.delete(file); // the oldest are first
      pages.set(file, page);
      for (const oldest of [...pages.keys()].slice(0, -MAX_PAGES)) pages.delete(oldest);
    },
  };
}
