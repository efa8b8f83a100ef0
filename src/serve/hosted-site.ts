import type { HostedSite } from '../api/host.ts';
import { toHostedSite } from '../hosts/host-files.ts';
import type { Config } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';

/** The site as hosts know it: its headers depend on the policies of all pages. */
export interface HostedSiteState {
  readonly get: () => HostedSite;
  /** @param pages of the last check, or the first page that was rendered */
  readonly set: (config: Config, pages: readonly PageFacts[]) => void;
}

/** Set when a version is opened, before anything is answered. */
export function createHostedSite(): HostedSiteState {
  let site: HostedSite;
  return {
    get: () => site,
    set: (config, pages) => {
      site = toHostedSite(config, pages);
    },
  };
}
