import type { HostedSite } from '../api/host.ts';
import type { BuiltSite } from '../build/build.ts';
import { toHostedSite } from '../hosts/host-files.ts';
import type { Config } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { Site } from '../site/site.ts';
import { findFile, readFile } from './send-file.ts';

/** The site as it was checked last. Files that need all pages, such as the sitemap, come from it. */
export interface LastCheck {
  readonly set: (built: BuiltSite) => void;
  /** The site as hosts know it: its headers depend on the policies of all pages. */
  readonly hostedSite: () => HostedSite;
  /**
   * Call it before anything is answered, and when the config may have changed.
   *
   * @param rendered a page, which stands for all pages until they have been checked
   */
  readonly setHostedSite: (config: Config, rendered?: PageFacts) => void;
  /**
   * True for a file that only a check can produce, because it needs all pages.
   *
   * @param file from `out`
   * @param has true if the project still has the source of a file
   */
  readonly hasFile: (file: string, has: (file: string) => boolean) => boolean;
  /** @returns the HTML of a page in the last check without errors */
  readonly htmlOf: (file: string) => string | undefined;
}

/** @param folder where checks publish to, absolute */
export function createLastCheck(folder: string): LastCheck {
  /** The pages of the last check, even if it had errors. */
  let pages: readonly PageFacts[] = [];
  /** The table of the last check without errors. */
  let table: Pick<Site, 'find'> | undefined;
  let hostedSite: HostedSite;
  return {
    set: ({ site, result }) => {
      ({ pages } = result);
      if (result.ok) table = site;
    },
    hostedSite: () => hostedSite,
    setHostedSite: (config, rendered) => {
      if (rendered === undefined) hostedSite = toHostedSite(config, pages);
      else if (pages.length === 0) hostedSite = toHostedSite(config, [rendered]);
    },
    hasFile: (file, has) => {
      const output = table?.find(file);
      if (output?.kind === 'page') return false;
      const isOwn = output?.owner !== undefined && output.route === undefined;
      return (!isOwn || has(file)) && findFile(folder, file) !== undefined;
    },
    htmlOf: (name) => (table?.find(name)?.page && readFile({ folder, name }))?.toString(),
  };
}
