import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A page that was rendered before the whole site was built. */
interface EarlyPage {
  readonly html: string;
  /** Differs from that of every other version of the page. */
  readonly name: string;
  /** Whether it is in `out`. */
  readonly isPublished: boolean;
}

/**
 * Keeps pages that are rendered before the whole site is built. When the build fails, they stay, because a page that is open
 * shows them already. When it succeeds, those that are part of the site keep their names: open pages show them already.
 *
 * @param out the site's folder, absolute
 * @param id with which all names start
 */
export function createEarlyPages(out: string, id: string) {
  const pages = new Map<string, EarlyPage>();
  let count = 0;
  const isInOut = (output: string, html: string) => {
    const file = path.join(out, output);
    return existsSync(file) && readFileSync(file, 'utf8') === html;
  };
  return {
    /** @returns whether it differs from what is served */
    add: (output: string, html: string): boolean => {
      const served = pages.get(output);
      if (served === undefined ? isInOut(output, html) : served.html === html) return false;
      count += 1;
      pages.set(output, { html, name: `${id}-early-${count}`, isPublished: false });
      return true;
    },
    /** @returns nothing for pages that are in `out` */
    read: (output: string): string | undefined => {
      const page = pages.get(output);
      return page?.isPublished === false ? page.html : undefined;
    },
    /**
     * @param outputs the files that a page may be
     * @param html limits it to this version of the page
     */
    nameOf: (outputs: readonly string[], html?: string): string | undefined => {
      const found = outputs.map((output) => pages.get(output)).find((page) => page !== undefined);
      return html === undefined || found?.html === html ? found?.name : undefined;
    },
    /** Called when there is a new site in `out`. */
    publish: (): void => {
      for (const [output, page] of pages) {
        if (isInOut(output, page.html)) pages.set(output, { ...page, isPublished: true });
        else pages.delete(output);
      }
    },
  };
}
