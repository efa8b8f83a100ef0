import type { Answer } from '../hosts/answer.ts';
import type { Host } from '../api/host.ts';

/** So many addresses are remembered; a scanner may ask for any number. */
const MOST = 1000;

/**
 * Tells where hosts would not answer with the page itself, which nobody sees in a browser.
 *
 * @returns tells it once for each address
 */
export function noteOnce(onNote: (note: string) => void, as: Host | undefined) {
  const noted = new Set<string>();

  return (pathname: string, { status, location, file }: Answer): void => {
    if (noted.has(pathname) || noted.size === MOST) return;
    const who = as?.title ?? 'Hosts';
    const verb = as === undefined ? ['redirect', 'have'] : ['redirects', 'has'];
    if (location !== undefined) {
      noted.add(pathname);
      const how = as === undefined ? '' : ` (${status})`;
      onNote(`${who} ${verb[0]} ${pathname} to ${location}${how}. A link should name that.`);
    } else if (
      file !== undefined &&
      status === 200 &&
      file.endsWith('/index.html') &&
      !/\/(index\.html)?$/.test(pathname)
    ) {
      noted.add(pathname);
      onNote(`${who} shows the page at ${pathname}; other hosts redirect to ${pathname}/. A link should name that.`);
    }
  };
}
