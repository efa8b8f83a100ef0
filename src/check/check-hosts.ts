import { statSync } from 'node:fs';
import type { Host, HostName, HostedSite, SiteRedirect } from '../api/host.ts';
import { answerOf } from '../hosts/answer.ts';
import { toHostedSite } from '../hosts/host-files.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { warning, type Diagnostic, error } from '../shared/diagnostics.ts';
import type { Config } from '../shared/model.ts';
import type { Output } from '../site/output.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import { addressesOf, canRedirect, redirectOutput, targetOf } from '../hosts/redirects.ts';
import { decodePath, encodePath, isElsewhere, pathOfOutput, withBase } from '../shared/address.ts';
import { redirectLine } from '../shared/format.ts';
import { findTarget, parentFolders } from '../shared/paths.ts';

export interface CheckHosts {
  readonly config: Config;
  readonly pages: readonly PageFacts[];
  /** Everything that pages can refer to. */
  readonly outputs: readonly Output[];
}

/** Checks the site against the limits of the hosts in the config, and its redirects. */
export function checkHosts({ config, pages, outputs }: CheckHosts): Diagnostic[] {
  if (config.hosts.length + config.redirects.length + config.gone.length === 0) return [];
  const files = new Set(outputs.map(({ output }) => output));
  const others = outputs.filter(({ kind }) => kind !== 'page').map(({ output }) => output);
  const site = toHostedSite(config, pages);
  const limits = config.hosts.flatMap((name) => {
    const messages = [
      ...findTooMuch(HOSTS[name], outputs),
      ...findUnreachable(HOSTS[name], site, others, files),
      ...findInexpressible(name, site),
    ];
    return messages.map((message) => warning('host-limit', message));
  });
  return [...checkRedirects(config, files), ...limits, ...findUnseenErrorPages(config, site)];
}

/** Numbers and sizes of files beyond the limits of a host. */
function findTooMuch({ title, limits }: Host, outputs: readonly Output[]): string[] {
  if (limits === undefined) return [];
  const { files, fileSize } = limits;
  const large = outputs.filter((output) => bytesOf(output) > fileSize);
  const tooMany = `The site has ${outputs.length} files, but ${title} accepts at most ${files} on its free plan.`;
  return [
    ...(outputs.length > files ? [tooMany] : []),
    ...large.map(
      (one) => `"${one.output}" has ${bytesOf(one)} bytes, but ${title} accepts at most ${fileSize} per file.`,
    ),
  ];
}

/** Redirects that the settings of a host lack, because their syntax cannot express them. */
export function findInexpressible(name: HostName, site: HostedSite): string[] {
  const host = HOSTS[name];
  if (!host.redirects) return [];
  return site.redirects
    .filter((redirect) => !canRedirect(host, site, redirect))
    .map((one) => `${host.title} cannot redirect "${one.from}" to "${targetOf(site, one)}".`);
}

/** Error pages of folders, if hosts send the one at the top instead. */
function findUnseenErrorPages({ hosts }: Config, { errorFolders }: HostedSite): Diagnostic[] {
  // Netlify needs rules for them, which Workers refuse, and both read the same file.
  const hasNoRules = (name: HostName) => name === 'netlify' && hosts.includes('cloudflare-workers');
  const titles = hosts
    .filter((name) => HOSTS[name].errorPage === 'top' || hasNoRules(name))
    .map((name) => HOSTS[name].title);
  if (errorFolders.length === 0 || titles.length === 0) return [];
  const pages = errorFolders.map((folder) => `"${folder}404.html"`);
  const message = `${list(titles)} cannot send ${list(pages)} for the unknown addresses of a folder, only "/404.html".`;
  return [warning('host-limit', message, { hint: 'write "/404.html" for the visitors of all folders' })];
}

function list(texts: readonly string[]): string {
  return new Intl.ListFormat('en').format(texts);
}

/**
 * Files that a host does not send at their address.
 *
 * @param others files that are not pages, although their addresses may look like it
 */
function findUnreachable(host: Host, site: HostedSite, others: readonly string[], all: ReadonlySet<string>): string[] {
  const { base, trailingSlash } = site;
  const ask = (pathname: string) =>
    answerOf(host, { ...site, redirects: [] }, { pathname, query: '' }, (file) => all.has(file));
  const lost = others.flatMap((file) => {
    const pathname = withBase(base, pathOfOutput(file, trailingSlash));
    const { location } = ask(pathname);
    if (location === undefined || ask(pathOf(location)).status !== 404) return [];
    return `${host.title} redirects "${pathname}" to "${location}", and does not send "${file}": give it an ending, such as ".txt".`;
  });
  const misread = host.readsPlusAsSpace ? [...all].filter((file) => file.includes('+')) : [];
  return [
    ...lost,
    ...misread.map((file) => `${host.title} does not find "${file}", because it reads "+" in an address as a space.`),
  ];
}

/** 0 for what workers write besides pages, which is small, and for a file that has just been deleted. */
function bytesOf({ page, contents }: Output): number {
  if (page !== undefined) return page.size.raw;
  if (contents === undefined) return 0;
  return 'length' in contents ? contents.length : (statSync(contents.file, { throwIfNoEntry: false })?.size ?? 0);
}

/** @param files all files of the site from `out`, except those that redirect instead of the host */
function checkRedirects(
  { redirects, gone, elsewhere, trailingSlash }: Pick<Config, 'redirects' | 'gone' | 'elsewhere' | 'trailingSlash'>,
  files: ReadonlySet<string>,
): Diagnostic[] {
  const first = new Map<string, SiteRedirect>();
  for (const redirect of redirects)
    for (const path of addressesOf(redirect)) if (!first.has(path)) first.set(path, redirect);
  const hasFile = (from: string) => {
    const output = redirectOutput({ from, to: '' });
    const page = trailingSlash ? [] : [`${from.slice(1).replace(/\/$/, '')}.html`];
    return [output, from.slice(1), ...page, ...parentFolders(output)].some((file) => files.has(file));
  };
  const clash = (message: string, hint: string) => [error('redirect-clash', message, { hint })];
  const isOwn = (to: string) => to.startsWith('/') && !isElsewhere(elsewhere, to);
  const onGone = gone.flatMap((from) => {
    const [path = from] = addressesOf({ from, to: '' }).filter((one) => first.has(one));
    if (first.has(path)) return clash(`The config redirects "${path}", and says that it is gone.`, 'keep one of them');
    if (!hasFile(from)) return [];
    return clash(
      `The config says that "${from}" is gone, but the site has a file at that address.`,
      'remove one of them',
    );
  });
  const onRedirects = redirects.flatMap((redirect) => {
    const { from, to } = redirect;
    if (first.get(from) !== redirect)
      return clash(`The config redirects "${from}" more than once.`, 'remove all but one of them');
    if (hasFile(from))
      return clash(
        `The config redirects "${from}", but the site has a file at that address.`,
        'remove the redirect or the file',
      );
    if (!isOwn(to)) return [];
    const path = pathOf(to);
    if (first.has(path))
      return describeChain(redirect, (target) => (isOwn(target) ? first.get(pathOf(target)) : undefined));
    if (findTarget(files, path.slice(1), trailingSlash) !== undefined) return [];
    const message = `The config redirects "${from}" to "${to}", but no page or file has that address.`;
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    const isOther = findTarget(files, other.slice(1), trailingSlash) !== undefined;
    const hint = isOther ? `write "${encodePath(other)}"` : 'redirect to a page of the site';
    return [error('redirect-broken', message, { hint })];
  });
  return [...onRedirects, ...onGone];
}

/** @param next returns the redirect at a target, if there is one */
function describeChain(redirect: SiteRedirect, next: (target: string) => SiteRedirect | undefined): Diagnostic[] {
  const { from, to } = redirect;
  const followed = new Set([redirect]);
  for (let found = next(to); found !== undefined && !followed.has(found); found = next(found.to)) followed.add(found);
  const steps = [...followed].map((one) => one.to);
  const end = steps.at(-1) ?? to;
  const message =
    followed.size === 1
      ? `The config redirects "${from}" to itself.`
      : `The config redirects "${from}" to ${steps.map((step) => `"${step}"`).join(', which redirects to ')}.`;
  const hint = next(end) === undefined ? `write \`${redirectLine(encodePath(from), end)}\`` : 'redirect to a page';
  return [error('redirect-chain', message, { hint })];
}

/** @returns the path of an address of the site, decoded */
function pathOf(address: string): string {
  return decodePath(address.replace(/[?#].*$/s, '')) ?? address;
}
