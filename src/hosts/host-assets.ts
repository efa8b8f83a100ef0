import { siteHeaders } from './headers.ts';
import type { HostFile, HostedSite } from '../api/host.ts';
import { HOSTS } from './hosts.ts';
import { redirectOutput, redirectPage } from './redirects.ts';
import { writeHostFiles } from './host-files.ts';
import type { Asset, Config } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';

export interface HostAssets {
  /** To be published: what hosts read in the site, and pages that stand in for redirects. */
  readonly assets: readonly Asset[];
  /** For whoever sets the host up. */
  readonly beside: readonly HostFile[];
}

/** What hosts are told of a site. */
export function toHostedSite({ base, headers, redirects }: Config, pages: readonly PageFacts[]): HostedSite {
  const policies = new Set(pages.map(({ contentPolicy }) => contentPolicy));
  return { base, headers: siteHeaders(headers, policies), redirects };
}

/** Makes the files that tell hosts of a site. A file of the same name in `public` goes before. */
export function makeHostAssets(
  config: Config,
  pages: readonly PageFacts[],
  publicFiles: readonly string[],
): HostAssets {
  const { hosts, redirects, base, site } = config;
  const files = writeHostFiles(hosts, toHostedSite(config, pages));
  const inSite = files.filter(({ name, place }) => place === 'out' && !publicFiles.includes(name));
  // Nobody knows what an unknown host can do.
  const needsPages = hosts.length === 0 || hosts.some((host) => !HOSTS[host].redirects);
  const stubs = needsPages ? redirects : [];
  return {
    assets: [
      ...inSite.map(({ name, text }) => toAsset(name, text)),
      ...stubs.map((redirect) => toAsset(redirectOutput(redirect), redirectPage(base, redirect, site))),
    ],
    beside: files.filter(({ place }) => place === 'beside'),
  };
}

function toAsset(output: string, text: string): Asset {
  return { output, contents: Buffer.from(text) };
}
