import type { Answer } from '../hosts/answer.ts';
import type { Host } from '../api/host.ts';

/** Addresses to remember: a scanner may request any number of them. */
const MAX_ADDRESSES = 1000;

/**
 * Reports addresses that hosts redirect or serve differently, which goes unnoticed in a browser.
 *
 * @param as the emulated host, if any
 * @returns reports each address once
 */
export function createRedirectNotices(onNotice: (notice: string) => void, as: Host | undefined) {
  const reported = new Set<string>();

  /** @param isOthers true if another server answers the address */
  return (pathname: string, answer: Answer, isOthers: boolean): void => {
    if (reported.has(pathname) || reported.size === MAX_ADDRESSES) return;
    const notice = isOthers
      ? `Another server answers ${pathname} (\`elsewhere\` in the config); here it is 404.`
      : noticeFor(pathname, answer, as);
    if (notice === undefined) return;
    reported.add(pathname);
    onNotice(notice);
  };
}

function noticeFor(pathname: string, { status, location, file }: Answer, as: Host | undefined): string | undefined {
  if (location !== undefined) {
    const redirects = as === undefined ? 'Hosts redirect' : `${as.title} redirects`;
    const code = as === undefined ? '' : ` (${status})`;
    return `${redirects} ${pathname} to ${location}${code}. Link to the target directly.`;
  }
  const isFolder = status === 200 && file?.endsWith('/index.html') === true;
  if (!isFolder || /\/(index\.html)?$/.test(pathname)) return undefined;
  const serves = as === undefined ? 'Hosts serve' : `${as.title} serves`;
  return `${serves} the page at ${pathname}; other hosts redirect to ${pathname}/. Link to that address.`;
}
