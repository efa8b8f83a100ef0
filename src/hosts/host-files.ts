import path from 'node:path';
import type { HostFile, HostName, HostedSite } from '../api/host.ts';
import type { Config, GeneratedAsset } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import { readJsonIfExists } from '../shared/files.ts';
import { statePaths, toPosix } from '../shared/paths.ts';
import { writeApacheFiles } from './apache.ts';
import { writeCloudfrontFiles } from './cloudfront.ts';
import { configuredHeaders, siteHeaders } from './headers.ts';
import { HOSTS } from './hosts.ts';
import { writeNetlifyFiles, writeWorkersFiles } from './netlify.ts';
import { writeNginxFiles } from './nginx.ts';
import { canRedirect, toGone, redirectOutput, redirectPage } from './redirects.ts';
import { writeS3Files } from './s3.ts';
import { writeVercelFiles } from './vercel.ts';

const WRITERS: Readonly<Record<HostName, (site: HostedSite) => readonly HostFile[]>> = {
  apache: writeApacheFiles,
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
  return WRITERS[name]({ ...site, headers: configuredHeaders(host, site), redirects, gone });
}

/** The settings files of all hosts that are part of the site. */
export function hostFilesInSite(site: HostedSite): HostFile[] {
  const files = (Object.keys(WRITERS) as HostName[]).flatMap((name) => hostFilesOf(name, site));
  return files.filter(({ place }) => place === 'out');
}

/** The settings files of these hosts, each once. Of files with the same name, Workers accept only their own. */
function writeHostFiles(hosts: readonly HostName[], site: HostedSite): HostFile[] {
  const isWorkers = (name: HostName) => name === 'cloudflare-workers';
  const ordered = hosts.toSorted((one, other) => Number(isWorkers(one)) - Number(isWorkers(other)));
  const files = ordered.flatMap((host) => hostFilesOf(host, site));
  return [...new Map(files.map((file) => [file.name, file])).values()];
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
  const [pagePolicy] = policies.size === 1 ? policies : [];
  const hasFailurePage = pages.some(({ route }) => route.output === '500.html');
  return { base, out, headers, pagePolicy, hasFailurePage, redirects, gone, errorFolders, elsewhere, trailingSlash };
}

/** The site as hosts know it: redirects and headers of a site whose host has its settings elsewhere. `sitegen diff` compares them. */
const SITE = 'site.json';

/** @returns what the last build has written, if it was a build of this folder. @param out absolute */
export async function readHostedSite(root: string, out: string): Promise<HostedSite | undefined> {
  const site = (await readJsonIfExists(path.join(statePaths(root).hosts, SITE))) as HostedSite | undefined;
  return site && path.resolve(root, site.out) === out ? site : undefined;
}

/**
 * Generates the settings of the configured hosts: those that they read in the site, pages that redirect for hosts that cannot, and
 * settings that are not published.
 */
export function generateHostFiles(config: Config, pages: readonly PageFacts[]) {
  const { hosts, redirects, site } = config;
  const hosted = toHostedSite(config, pages);
  const files = writeHostFiles(hosts, hosted);
  const inSite = files.filter(({ place }) => place === 'out');
  // An unknown host may not support redirects.
  const needsPages = hosts.length === 0 || hosts.some((host) => !HOSTS[host].redirects);
  const redirectPages = needsPages ? redirects : [];
  return {
    settings: inSite.map(({ name, text }) => toAsset(name, text)),
    redirects: redirectPages.map((redirect) => toAsset(redirectOutput(redirect), redirectPage(config, redirect, site))),
    beside: [...files.filter(({ place }) => place === 'beside'), { name: SITE, text: JSON.stringify(hosted) }],
  };
}

function toAsset(output: string, text: string): GeneratedAsset {
  return { output, contents: Buffer.from(text) };
}
