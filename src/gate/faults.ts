import type { Problem } from '../islands/surroundings.ts';

export type Props = Readonly<Record<string, unknown>>;

/** Something in an element that does not survive as HTML. */
export type Fault = Omit<Problem, 'at'> & { readonly isFineInIslands: boolean };

const NO_SCRIPT = 'move the part that reacts into templates/islands, or drop it';

/** What is wrong with an element of HTML, if anything is. */
export function findFault(type: string, props: Props): Fault | undefined {
  if (type === 'title' && Array.isArray(props['children'])) {
    const text = props['children'].flat().join('').trim();
    const fault = error('title-children', 'renders a <title> of several children, which React leaves empty.', {
      hint: 'make it one string: <title>{`${a} – ${b}`}</title>',
    });
    return { ...fault, title: text };
  }
  for (const name in props) {
    if (isHandler(name) && typeof props[name] === 'function') return deadHandler(type, name);
    if (name === 'ref' && props[name] !== null && props[name] !== undefined) return deadRef(type);
    if (name === 'style' && props[name] !== undefined) return inlineStyle(type);
  }
  return undefined;
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

function error(code: string, message: string, { hint }: { hint: string }): Fault {
  return { code, severity: 'error', message, hint, isFineInIslands: false };
}
