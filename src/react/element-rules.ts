import { isImage } from '../shared/image.ts';
import { error, warning } from '../shared/diagnostics.ts';
import { checkPageSize } from '../shared/errors.ts';
import type { RenderProblem } from '../islands/server/render-context.ts';

export type Props = Readonly<Record<string, unknown>>;

/** A part of an element that does not survive as static HTML. */
export interface ElementProblem {
  readonly problem: RenderProblem;
  readonly isAllowedInIslands?: boolean;
}

const MOVE_TO_ISLAND = 'move the interactive part to templates/islands, or remove it';

/**
 * @param type the name of an HTML element
 * @returns at least one for an element with an image as a prop
 * @throws {PageSizeError} if one of its texts is larger than a page can be: React would drop it, and what follows
 */
export function checkElement(type: string, props: Props): ElementProblem[] {
  const problems = missingAddress(type, props);
  for (const name in props) {
    const value = props[name];
    if (value === null || value === undefined) continue;
    if (name === 'ref') problems.push(lostRef(type));
    else if (typeof value === 'string') checkPageSize(value.length);
    else if (typeof value === 'function') {
      if (isHandler(name)) problems.push(lostHandler(type, name, props));
    } else if (isImage(value)) problems.push(imageAsAddress(type, name, value.src));
    else if (name === 'style') problems.push(inlineStyle(type), ...hiddenContent(type, props));
    else if (name === 'children' && Array.isArray(value)) {
      checkTexts(value);
      if (type === 'title') problems.push(emptyTitle(value));
    } else if (name === 'dangerouslySetInnerHTML') checkTexts(Object.values(value));
  }
  return problems;
}

function checkTexts(values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value === 'string') checkPageSize(value.length);
    else if (Array.isArray(value)) checkTexts(value);
  }
}

/** Elements that show nothing without one of these props. */
const CONTENT: ReadonlyMap<string, readonly string[]> = new Map([
  ['img', ['src', 'srcSet']],
  ['source', ['src', 'srcSet']],
  ['embed', ['src']],
  ['track', ['src']],
  ['iframe', ['src', 'srcDoc']],
  ['audio', ['src', 'children', 'dangerouslySetInnerHTML']],
  ['video', ['src', 'children', 'dangerouslySetInnerHTML']],
  ['object', ['data', 'children', 'dangerouslySetInnerHTML']],
  ['image', ['href', 'xlinkHref']],
  ['use', ['href', 'xlinkHref']],
  ['script', ['src', 'children', 'dangerouslySetInnerHTML']],
  ['link', ['href', 'imageSrcSet']],
]);

/** Elements that are useless without an address: a script can fill the others. */
const ALWAYS = new Set(['img', 'source', 'embed', 'track']);

/** An address that is `undefined`, such as `src={picture.src}` with a mistake in its name. A script may use `data-src`. */
function missingAddress(type: string, props: Props): ElementProblem[] {
  const names = CONTENT.get(type);
  if (names === undefined || names.some((name) => props[name])) return [];
  const [attribute = ''] = names;
  const given = names.find((name) => name in props);
  const isExpected = given !== undefined || (ALWAYS.has(type) && !('id' in props));
  if (!isExpected || Object.keys(props).some((name) => name.startsWith('data-'))) return [];
  // Without `meta` or an island, a shell may have nothing to link to: the page lacks nothing.
  const create = type === 'script' || type === 'link' ? warning : error;
  const value = given === undefined ? 'missing' : props[given] === '' ? 'empty' : String(props[given]);
  const message = `renders <${type}> without an address: \`${given ?? attribute}\` is ${value}.`;
  const hint = `correct it, or leave the element out: {address && <${type} ${attribute}={address} />}`;
  return [{ problem: create('address-missing', message, { hint }), isAllowedInIslands: true }];
}

/** `onClick`, not `once` */
function isHandler(name: string): boolean {
  return name.startsWith('on') && /[A-Z]/.test(name.charAt(2));
}

function lostHandler(type: string, name: string, props: Props): ElementProblem {
  const message = `renders <${type}> with \`${name}\` outside an island, where no script handles it.`;
  const problem = error('handler-lost', message, { hint: MOVE_TO_ISLAND });
  const inPackages = isDeadWithout(type, name, props) ? {} : ({ inPackages: 'never' } as const);
  return { problem: { ...problem, ...inPackages }, isAllowedInIslands: true };
}

const ACTIVATION = new Set(['onClick', 'onPointerDown', 'onMouseDown', 'onKeyDown', 'onSubmit']);

const INTERACTIVE_ROLE = /^(button|checkbox|combobox|link|menuitem.*|option|radio|slider|switch|tab|treeitem)$/;

/**
 * True if an element does nothing without a handler. Package components add handlers to most elements, even to those that
 * work by themselves: links, `<summary>`, inputs, buttons that submit a form.
 */
function isDeadWithout(type: string, name: string, props: Props): boolean {
  if (!ACTIVATION.has(name) || props['disabled'] === true || props['aria-disabled'] === true) return false;
  if (type === 'form') return name === 'onSubmit' && !props['action'];
  if (type === 'a') return !props['href'];
  if (['input', 'select', 'textarea', 'summary', 'label', 'option'].includes(type)) return props['type'] === 'button';
  const isNative = /^(submit|reset)$/.test(String(props['type'])) || props['popoverTarget'] || props['commandfor'];
  return type === 'button' ? !isNative : INTERACTIVE_ROLE.test(String(props['role']));
}

/** An animation that begins with invisible content. Controls may be hidden on purpose, behind elements drawn instead. */
function hiddenContent(type: string, { style, children, 'aria-hidden': isHidden }: Props): ElementProblem[] {
  const { opacity } = Object(style) as { readonly opacity?: unknown };
  const isContent = children !== undefined && !isHidden && !['input', 'select', 'textarea'].includes(type);
  if (!isContent || opacity === '' || Number(opacity ?? 1) !== 0) return [];
  const message = `renders <${type}> with \`opacity: 0\` outside an island, where no script shows it.`;
  const problem = error('content-lost', message, { hint: MOVE_TO_ISLAND });
  return [{ problem: { ...problem, inPackages: 'only' }, isAllowedInIslands: true }];
}

/** An imported image was its address in earlier versions, and it works: see `inspect-element.ts`. */
function imageAsAddress(type: string, name: string, image: string): ElementProblem {
  const message = `renders <${type}> with an image as \`${name}\` instead of its address.`;
  const isShown = type === 'img' && name === 'src';
  const all = isShown ? '<img {...photo} alt="" />, which also has its size, or ' : '';
  const hint = name === 'alt' ? 'write what the image shows' : `write ${all}${name}={photo.src}`;
  const problem = warning('image-address', message, { hint });
  return { problem: isShown ? { ...problem, image } : problem };
}

function lostRef(type: string): ElementProblem {
  const message = `renders <${type}> with a \`ref\` outside an island, where it is never set.`;
  const problem = error('ref-lost', message, { hint: MOVE_TO_ISLAND });
  return { problem: { ...problem, inPackages: 'never' }, isAllowedInIslands: true };
}

function inlineStyle(type: string): ElementProblem {
  const message = `renders <${type}> with \`style\`, which the page's content security policy blocks.`;
  return { problem: error('style-blocked', message, { hint: 'use a class' }) };
}

function emptyTitle(children: readonly unknown[]): ElementProblem {
  const message = 'renders <title> with several children, which React leaves empty.';
  const hint = 'pass one string: <title>{`${a} – ${b}`}</title>';
  return { problem: { ...error('title-children', message, { hint }), title: children.flat().join('').trim() } };
}

/** A function as an action in an island. */
export function actionOnPreact(type: string): ElementProblem {
  const message = `renders <${type}> with a function as its action, which Preact does not support.`;
  const hint = "use `onSubmit`, or `islands: { runtime: 'react' }` in the config";
  return { problem: error('preact-gap', message, { hint }) };
}
