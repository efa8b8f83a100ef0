/** Shows the errors of the last build over the page, as the terminal does. Their places open the editor. */

export interface ErrorOverlay {
  /** @param errors empty if there are none */
  readonly show: (errors: string) => void;
}

/**
 * error page-failed  templates/pages/contact.tsx:5:10
 *                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 *   at total (lib/sum.ts:3:9)
 *             ^^^^^^^^^^^^^^
 */
const PLACE = /^(error [\w-]+ {2}| {2}at (?:.* \()?)(.+?)(\)?)$/;

/** @param open the address to which a place is added to open it in the editor */
export function createErrorOverlay(open: string): ErrorOverlay {
  const overlay = document.createElement('pre');
  overlay.role = 'alert';
  overlay.popover = 'manual'; // above everything, wherever the page puts its own
  overlay.style.cssText = `position: fixed; inset: 0; box-sizing: border-box; width: 100%; height: 100%; border: 0; margin: 0;
    padding: 2rem; overflow: auto; background: #14181b; color: #ffd9d6; font: 14px/1.5 ui-monospace, monospace;
    white-space: pre-wrap`;
  const format = (line: string): (Node | string)[] => {
    const [, before = '', place, after = ''] = PLACE.exec(line) ?? [];
    return place === undefined ? [`${line}\n`] : [before, createLink(open, place), `${after}\n`];
  };
  let shown = '';
  return {
    show: (errors) => {
      // Content outside of an open dialog is unreachable. Focus traps make the body inert.
      const parent = document.querySelector('dialog:modal') ?? document.documentElement;
      if (errors === shown && overlay.parentNode === parent) return;
      shown = errors;
      overlay.replaceChildren(...errors.split('\n').flatMap(format));
      overlay.remove();
      if (errors === '') return;
      parent.append(overlay);
      overlay.showPopover();
    },
  };
}

function createLink(open: string, place: string): Element {
  const link = document.createElement('a');
  link.href = open + place.split('/').map(encodeURIComponent).join('/');
  link.title = 'Open in the editor';
  link.style.color = 'inherit';
  link.textContent = place;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    fetch(link.href).catch(reportError); // the server has stopped
  });
  return link;
}
