/** The addresses that a site answers. */
import type { HostedSite } from '../api/host.ts';
import { decodePath, encodePath, isElsewhere, pathOfOutput, withBase } from '../shared/address.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import type { Config } from '../shared/model.ts';
import { findTarget } from '../shared/paths.ts';
import { answerOf, isHidden } from './answer.ts';
import { isHashed } from './file-metadata.ts';
import { HOSTS, STRICTEST } from './hosts.ts';
import { addressesOf, redirectOutput } from './redirects.ts';

type Settings = Pick<Config, 'trailingSlash' | 'redirects'>;

/** Settings that some hosts read in the site. */
export const HOST_SETTINGS = ['_headers', '_redirects'];

/** Read by programs only, and at the root of a host: a preview in a folder has none. */
const ROBOTS = 'robots.txt';

/**
 * Lists addresses that people link to and subscribe to. The text of a page goes with its page, and files in `assets/` have no
 * lasting names.
 *
 * @param files for visitors, from `out`
 * @returns in the one spelling, without the base, sorted
 */
export function listAddresses({ trailingSlash, redirects }: Settings, files: ReadonlySet<string>): string[] {
  const moved = new Set(redirects.map(redirectOutput));
  const isText = (file: string) => file.endsWith('.md') && files.has(`${file.slice(0, -'.md'.length)}.html`);
  const isOwn = (file: string) =>
    !isHashed(file) &&
    !isErrorPage(file) &&
    !isHidden(file) &&
    !isText(file) &&
    ![...HOST_SETTINGS, ROBOTS].includes(file);
  const paths = [...files].filter((file) => isOwn(file) && !moved.has(file));
  return [
    ...paths.map((file) => encodePath(pathOfOutput(file, trailingSlash))),
    ...redirects.map(({ from }) => encodePath(from)),
  ].toSorted();
}

/**
 * Creates a function that checks if a site answers an address on each of its hosts: with a page, a file or a redirect, or
 * because the config says that it is gone, or that another server answers it.
 *
 * @param files of the site, from `out`
 */
export function createAnswerCheck(
  config: Settings & Pick<Config, 'gone' | 'elsewhere' | 'hosts'>,
  site: HostedSite,
  files: ReadonlySet<string>,
): (address: string) => boolean {
  const { redirects, gone, elsewhere, hosts, trailingSlash } = config;
  const declared = new Set([...redirects, ...gone.map((from) => ({ from, to: '' }))].flatMap(addressesOf));
  const models = hosts.length === 0 ? [STRICTEST] : hosts.map((name) => HOSTS[name]);
  const plain = { ...site, redirects: [], gone: [] };
  const pathOf = (address: string) => (address.includes('%') ? (decodePath(address) ?? address) : address);
  const isThere = (path: string) => findTarget(files, path.slice(1), trailingSlash) !== undefined || declared.has(path);
  /** A host may lead to the page by itself, such as from `/about` to `/about/`. */
  const isAnswered = (path: string) =>
    models.every((host) => {
      const { status, location } = answerOf(host, plain, { pathname: withBase(site.base, path), query: '' }, (file) =>
        files.has(file),
      );
      return location === undefined ? status < 400 : isThere(`/${pathOf(location).slice(site.base.length)}`);
    });
  return (address) => {
    const path = pathOf(address);
    return isThere(path) || isElsewhere(elsewhere, withBase(site.base, address)) || isAnswered(path);
  };
}
