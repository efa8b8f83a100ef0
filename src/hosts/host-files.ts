import path from 'node:path';
import type { HostFile, HostName, HostedSite } from '../api/host.ts';
import type { Config, GeneratedAsset } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import { toPosix } from '../shared/paths.ts';
import { writeApacheFiles } from './apache.ts';
import { writeCaddyFiles } from './caddy.ts';
import { writeCloudfrontFiles } from './cloudfront.ts';
import { sendable, siteHeaders } from './headers.ts';
import { HOSTS } from './hosts.ts';
import { writeNetlifyFiles, writeWorkersFiles } from './netlify.ts';
import { writeNginxFiles } from './nginx.ts';
import { canRedirect, toGone, redirectOutput, redirectPage } from './redirects.ts';
import { writeS3Files } from './s3.ts';
import { writeVercelFiles } from './vercel.ts';

const WRITERS: Readonly<Record<HostName, (site: HostedSite) => readonly HostFile[]>> = {
  apache: writeApacheFiles,
  caddy: writeCaddyFiles,
  cloudflare: writeNetlifyFiles,
  'cloudflare-workers': writeWorkersFiles,
  cloudfront: writeCloudfrontFiles,
  // Without this file, GitHub ignores folders whose names start with "_".
  github: () => [{ name: '.nojekyll', place: 'out', text: '' }],
  netlify: writeNetlifyFiles,
  nginx: writeNginxFiles,
  s3: writeS3Files,
  vercel: writeVercelFiles,
};

/** The settings files of a host, without what they cannot express. */
export function hostFilesOf(name: HostName, site: HostedSite): readonly HostFile[] {
  // Cloudflare Pages reads the same files, and ignores what only Netlify supports.
  const host = HOSTS[name === 'cloudflare' ? 'netlify' : name];
  const redirects = site.redirects.filter((redirect) => canRedirect(host, site, redirect));
  const gone = site.gone.filter((from) => canRedirect(host, site, toGone(site, from)));
  return WRITERS[name]({ ...site, headers: sendable(host, site.headers), redirects, gone });
}

/** The settings files of these hosts, each once. Of files with the same name, Workers accept only their own. */
function writeHostFiles(hosts: readonly HostName[], site: HostedSite): HostFile[] {
  const isWorkers = (name: HostName) => name === 'cloudflare-workers';
  const ordered = hosts.toSorted((one, other) => Number(isWorkers(one)) - Number(isWorkers(other)));
  const files = ordered.flatMap((host) => hostFilesOf(host, site));
  return [...new Map(files.map((file) => [file.name, file])).values()];
}

export interface HostAssets {
  /** Settings that hosts read in the site. */
  readonly settings: readonly GeneratedAsset[];
  /** Pages that redirect, for hosts that cannot. */
  readonly redirects: readonly GeneratedAsset[];
  /** Settings that are not published. */
  readonly beside: readonly HostFile[];
}

/** A site as hosts know it. */
export function toHostedSite(config: Config, pages: readonly PageFacts[]): HostedSite {
  const { root, base, redirects, gone, elsewhere, trailingSlash } = config;
  const policies = new Set(pages.map(({ contentPolicy }) => contentPolicy));
  const errorFolders = pages
    .flatMap(({ route }) => (route.path.endsWith('/404.html') ? route.path.slice(0, -'404.html'.length) : []))
    .filter((folder) => folder !== '/')
    .toSorted((one, other) => other.length - one.length);
  const out = toPosix(path.relative(root, config.out));
  const headers = siteHeaders(config.headers, policies);
  return { base, out, headers, redirects, gone, errorFolders, elsewhere, trailingSlash };
}

/** Generates the settings of the configured hosts. */
export function generateHostFiles(config: Config, pages: readonly PageFacts[]): HostAssets {
  const { hosts, redirects, site } = config;
  const files = writeHostFiles(hosts, toHostedSite(config, pages));
  const inSite = files.filter(({ place }) => place === 'out');
  // An unknown host may not support redirects.
  const needsPages = hosts.length === 0 || hosts.some((host) => !HOSTS[host].redirects);
  const redirectPages = needsPages ? redirects : [];
  return {
    settings: inSite.map(({ name, text }) => toAsset(name, text)),
    redirects: redirectPages.map((redirect) => toAsset(redirectOutput(redirect), redirectPage(config, redirect, site))),
    beside: files.filter(({ place }) => place === 'beside'),
  };
}

function toAsset(output: string, text: string): GeneratedAsset {
  return { output, contents: Buffer.from(text) };
}
