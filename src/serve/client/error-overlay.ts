/**
 * Shows errors over the page, as the terminal does. Their places open the editor. Its styles are set by script, which every policy
 * allows.
 */

import { formatDiagnostics } from '../../shared/format-diagnostic.ts';
import type { ShownErrors } from '../error-log.ts';

export interface ErrorOverlay {
  /** Shows errors, unless the same ones have been closed. */
  readonly show: (errors: OverlayErrors) => void;
}

interface OverlayErrors extends ShownErrors {
  /** True if the page below has errors, and is shown as it was before. */
  readonly isOld: boolean;
}

/**
 * error page-failed  templates/pages/contact.tsx:5:10
 *                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 *   at total (lib/sum.ts:3:9)
 *             ^^^^^^^^^^^^^^
 */
const PLACE = /^(error [\w-]+ {2}| {2}at (?:.* \()?)(.+?)(\)?)$/;

/** The first pattern that matches a line decides its colour. */
const COLOURS: readonly (readonly [RegExp, string])[] = [
  [/^error /, '#ff8f87'],
  [/^ {2}(> *\d+ \|| +\| *\^)/, '#ffd479'],
  [/^ {2} +\d+ \||^ {2}at |^ {2}More: /, '#8b979e'],
  [/^ {2}Try: /, '#8fd694'],
];

/** @param open the start of the addresses that open a place in the editor; the place follows it */
export function createErrorOverlay(open: string): ErrorOverlay {
  const overlay = document.createElement('div');
  overlay.role = 'alert';
  overlay.popover = 'manual'; // above everything on the page, whatever its `z-index`
  overlay.style.cssText = `position: fixed; inset: 0; box-sizing: border-box; width: 100%; height: 100%; max-width: none;
    max-height: none; border: 0; border-top: 4px solid #ff8f87; margin: 0; padding: 1.5rem 2rem; overflow: auto;
    background: #14181b; color: #f1f3f4; font: 14px/1.5 ui-monospace, monospace; text-align: left`;
  const title = create('strong', 'font-size: 1.25rem');
  const button = create(
    'button',
    `float: right; padding: 0.25rem 0.75rem; border: 1px solid #8b979e; border-radius: 4px;
    background: none; color: inherit; font: inherit; cursor: pointer`,
  );
  button.textContent = 'Close (Esc)';
  const text = create('pre', 'margin: 1rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit');
  const note = create('span', 'display: block; margin-top: 0.5rem');
  overlay.append(button, title, note, text);

  let shown = '';
  let current = '';
  let closed = '';
  const close = () => {
    closed = current;
    overlay.remove();
  };
  button.addEventListener('click', close);
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !overlay.isConnected) return;
      event.stopImmediatePropagation(); // dialogs beneath stay open
      event.preventDefault();
      close();
    },
    true,
  );
  return {
    show: ({ message, diagnostics, isOld }) => {
      // Content outside of an open dialog is unreachable. Focus traps make the body inert.
      const parent = document.querySelector('dialog:modal') ?? document.documentElement;
      // The check of the whole site repeats the errors of an open page, and knows the other pages.
      current = JSON.stringify([message, diagnostics.map(({ pages: _pages, ...diagnostic }) => diagnostic)]);
      const errors = [message, formatDiagnostics(diagnostics, (_look, part) => part)].join('\n\n').trim();
      if (current !== closed) closed = '';
      else if (errors !== '') return;
      note.textContent = isOld ? 'Below is the page as it was before.' : '';
      if (errors === shown && overlay.parentNode === parent) return;
      shown = errors;
      const count = Math.max(diagnostics.length, 1);
      title.textContent = count === 1 ? 'sitegen: 1 error' : `sitegen: ${count} errors`;
      text.replaceChildren(...errors.split('\n').map((line) => formatLine(open, line)));
      overlay.remove();
      if (errors === '') return;
      parent.append(overlay);
      overlay.showPopover();
    },
  };
}

function create<Name extends 'strong' | 'button' | 'pre' | 'span' | 'a'>(name: Name, style: string) {
  const element = document.createElement(name);
  element.style.cssText = style;
  return element;
}

function formatLine(open: string, line: string): Element {
  const [, colour = 'inherit'] = COLOURS.find(([pattern]) => pattern.test(line)) ?? [];
  const [, before = '', place, after = ''] = PLACE.exec(line) ?? [];
  const formatted = create('span', `color: ${colour}`);
  formatted.append(...(place === undefined ? [line] : [before, createLink(open, place), after]), '\n');
  return formatted;
}

function createLink(open: string, place: string): Element {
  const link = create('a', 'color: inherit');
  link.href = open + place.split('/').map(encodeURIComponent).join('/');
  link.title = 'Open in the editor';
  link.textContent = place;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    fetch(link.href).catch(reportError); // the server has stopped
  });
  return link;
}
