import type { Code } from '../core/diagnostics.ts';
import type { Problem } from '../islands/render-context.ts';

export type Props = Readonly<Record<string, unknown>>;

/** Something in an element that does not survive as HTML. */
export type Fault = Omit<Problem, 'at'> & { readonly isFineInIslands: boolean };

const NO_SCRIPT = 'move the part that reacts into templates/islands, or drop it';

/** What is wrong with an element of HTML. */
export function findFaults(type: string, props: Props): Fault[] {
  const faults: Fault[] = [];
  for (const name in props) {
    const value = props[name];
    if (value === null || value === undefined) continue;
    if (isHandler(name) && typeof value === 'function') faults.push(deadHandler(type, name));
    else if (name === 'ref') faults.push(deadRef(type));
    else if (name === 'style') faults.push(inlineStyle(type));
    else if (name === 'children' && type === 'title' && Array.isArray(value)) faults.push(emptyTitle(value));
  }
  return faults;
}

/** `onClick`, not `once` */
function isHandler(name: string): boolean {
  return name.startsWith('on') && /[A-Z]/.test(name.charAt(2));
}

function deadHandler(type: string, name: string): Fault {
  const message = `renders a <${type}> with \`${name}\` outside an island, where no script is there to handle it.`;
  return { ...error('handler-lost', message, { hint: NO_SCRIPT }), isFineInIslands: true };
}

function deadRef(type: string): Fault {
  const message = `renders a <${type}> with a \`ref\` outside an island, where nothing will ever be in it.`;
  return { ...error('ref-lost', message, { hint: NO_SCRIPT }), isFineInIslands: true };
}

function inlineStyle(type: string): Fault {
  const message = `renders a <${type}> with \`style\`, which the page's content security policy forbids.`;
  return error('style-blocked', message, { hint: 'use a class' });
}

function emptyTitle(children: readonly unknown[]): Fault {
  const message = 'renders a <title> of several children, which React leaves empty.';
  const hint = 'make it one string: <title>{`${a} – ${b}`}</title>';
  return { ...error('title-children', message, { hint }), title: children.flat().join('').trim() };
}

function error(code: Code, message: string, { hint }: { hint: string }): Fault {
  return { code, severity: 'error', message, hint, isFineInIslands: false };
}

/** Why a component may not wait, and what to do: React's own message speaks of something else. */
export const CANNOT_WAIT = 'A page is rendered in one go and cannot wait: fetch what it needs in its `load`.';
