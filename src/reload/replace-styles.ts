const SITE_STYLES = /\/assets\/site-[^/]+\.css$/;

/**
 * Replaces the site's stylesheet. The old one is removed once the new one has loaded, so that the page is never unstyled.
 *
 * @param address a path, as in the page
 * @param onReplaced receives the old link and the new one
 * @returns once the new one applies, or cannot be loaded
 */
export async function replaceStyles(address: string, onReplaced: (old: Element, link: Element) => void): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const old = links.filter((link) => SITE_STYLES.test(pathOf(link.href)));
  const target = new URL(address, location.href).href;
  const last = old.at(-1);
  if (last === undefined || old.some(({ href }) => href === target)) return;
  const link = last.cloneNode() as HTMLLinkElement;
  link.href = address;
  await new Promise<void>((resolve) => {
    for (const type of ['load', 'error']) link.addEventListener(type, () => resolve(), { once: true });
    last.after(link);
  });
  onReplaced(last, link);
  for (const element of old) element.remove();
}

/** The address of the site's stylesheet in a page that was fetched, as it is written there. */
export function stylesOf(page: Document): string | undefined {
  const links = [...page.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href') ?? '');
  return links.find((href) => SITE_STYLES.test(pathOf(href)));
}

/** The path of an address in a page; empty if it is none. */
export function pathOf(address: string): string {
  return URL.canParse(address, location.href) ? new URL(address, location.href).pathname : '';
}
