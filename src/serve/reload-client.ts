/** Runs in a page that `sitegen serve` shows: reloads it when there is a new site, and shows why there is none. */

/** What the server says when it is asked, and whenever that changes. */
interface State {
  /** Names the site that the server shows now. */
  readonly site: string;
  /** What is wrong with the sources, as the terminal shows it. */
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

new EventSource(new URL('events', script)).addEventListener('message', ({ data }: MessageEvent<string>) => {
  const { site, errors } = JSON.parse(data) as State;
  if (site !== shown) location.reload();
  overlay.textContent = errors;
  if (errors === '') overlay.remove();
  else document.body.append(overlay);
});

export {};
