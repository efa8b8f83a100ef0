/** Runs in pages of `sitegen serve`: reloads the page when there is a new site, and shows the errors of a failed build. */

/** Sent by the server when the page connects, and whenever it changes. */
interface State {
  /** Identifies the site being served. */
  readonly site: string;
  /** The address of the stylesheet, when nothing else has changed since the site had this name. */
  readonly styles: string;
  /** The errors in the sources, as the terminal shows them. */
  readonly errors: string;
}

const script = new URL(import.meta.url);
const shown = script.searchParams.get('site');
const overlay = document.createElement('pre');
overlay.role = 'alert';
Object.assign(overlay.style, {
  position: 'fixed',
  inset: '0',
  margin: '0',
  padding: '2rem',
  overflow: 'auto',
  zIndex: '2147483647',
  background: '#14181b',
  color: '#ffd9d6',
  font: '14px/1.5 ui-monospace, monospace',
  whiteSpace: 'pre-wrap',
});

new EventSource(new URL(`events${location.pathname}`, script)).addEventListener(
  'message',
  ({ data }: MessageEvent<string>) => {
    const { site, styles, errors } = JSON.parse(data) as State;
    if (site !== shown) location.reload();
    else if (styles !== '') replaceStyles(styles);
    overlay.textContent = errors;
    if (errors === '') overlay.remove();
    else document.body.append(overlay);
  },
);

/** Removes the old stylesheet once the new one has loaded, so that the page is never unstyled. */
function replaceStyles(address: string): void {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const old = links.filter((link) => /\/assets\/site-[^/]+\.css$/.test(new URL(link.href).pathname));
  if (old.length === 0 || old.some((link) => new URL(link.href).pathname === address)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  link.addEventListener('load', () => old.forEach((element) => element.remove()));
  old.at(-1)?.after(link);
}

export {};
