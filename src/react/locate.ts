/**
 * Locating mode: a page with problems is rendered once more, in a worker that does nothing else, and every HTML element carries
 * the number of the place where it was created. That HTML is thrown away.
 */
import { createElement, useContext, type ElementType, type ReactNode } from 'react';
import { RenderContext, ownersInReact, ownersNow, withOwner } from '../islands/server/render-context.ts';
import type { Place } from '../shared/diagnostics.ts';
import type { LocatedPlace } from '../shared/page-tasks.ts';
import { framesInStack, type OwnFrame } from '../shared/stack-trace.ts';

/** The attribute with the number of an element's place, and `html` if its content is written as HTML. */
const AT = 'data-sitegen-at';

/** The number of a place. */
export interface PlaceNumber {
  readonly number: number;
  /** True if the elements in it cannot have numbers. */
  readonly hasHtml: boolean;
}

/** @param attributes name, value, name, value. @returns `undefined` if they have no number */
export function numberOf(attributes: readonly string[]): PlaceNumber | undefined {
  const index = attributes.indexOf(AT);
  if (index === -1) return undefined;
  const [number, html] = (attributes[index + 1] ?? '').split(' ');
  return { number: Number(number), hasHtml: html !== undefined };
}

/** How an element was created: the stack, and where the components around it were used. */
interface Created {
  readonly stack: string;
  readonly owners: string;
}

/** A package may create elements for site code: `icon('arrow')`. */
const FRAMES = 10;

/** A stack takes about one kB. Later elements have no place of their own. */
const MAX_PLACES = 50_000;

/** By number. Owned by the worker, which sets it once; `undefined` in all other workers. */
let places: Created[] | undefined;

/** Call it before site code runs. */
export function startLocating(): void {
  places = [];
}

/**
 * Gives an element the number of its place. An element that a package clones keeps its own.
 *
 * @param creator the function that site code calls to create the element
 */
export function withPlace<Props extends object>(type: unknown, props: Props, creator: Function): Props {
  if (places === undefined || typeof type !== 'string' || AT in props || places.length >= MAX_PLACES) return props;
  const created = { stack: '', owners: ownersNow() ?? '' };
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  Error.captureStackTrace(created, creator); // V8 writes the text when it is read: few elements have problems
  Error.stackTraceLimit = stackTraceLimit;
  const html = 'dangerouslySetInnerHTML' in props ? ' html' : '';
  return { ...props, [AT]: `${places.push(created) - 1}${html}` };
}

/**
 * Creates an element of Markdown with the number of its place. If it is a component, what it renders knows the place as well.
 *
 * @param root of the project, absolute
 * @param place from the root. Absent for generated elements
 * @param create creates the element of a type, which is another one for a component
 */
export function createAt<Element>(
  root: string,
  place: Required<Place> | undefined,
  type: ElementType,
  create: (type: ElementType, props?: Readonly<Record<string, unknown>>) => Element,
): Element {
  if (places === undefined || place === undefined) return create(type);
  const frame = `    at Content (${root}/${place.file}:${place.line}:${place.column})`;
  const around = ownersInReact();
  function Located(props: Readonly<Record<string, unknown>>) {
    const context = useContext(RenderContext);
    return createElement(
      RenderContext,
      { value: context && { ...context, content: { frame, around } } },
      create(type, props) as ReactNode,
    );
  }
  return withOwner(frame, () => create(typeof type === 'string' ? type : Located));
}

/** @returns `undefined` if neither the element nor a component around it was created by the site */
export function placeOf(root: string, number: number): LocatedPlace | undefined {
  const found = places?.[number];
  if (found === undefined) return undefined;
  // Up to React, which has called the component: a helper of a package counts where site code calls it.
  const [called = ''] = found.stack.split(/^.*node_modules\/react-dom\/.*$/m);
  const own = framesInStack(called, root).slice(0, 1);
  return toLocated([...own, ...framesInStack(found.owners, root)]);
}

/** @param owners as `ownersNow` returns them */
export function placeOfOwners(root: string, owners: string | undefined): LocatedPlace | undefined {
  return toLocated(framesInStack(owners ?? '', root));
}

/**
 * @param frames innermost first. The last one in an MDX file is in a function that the compiler has added: its place and its name
 * are those of what happens to be last in the file
 */
function toLocated([first, ...calls]: readonly OwnFrame[]): LocatedPlace | undefined {
  const isAdded = ({ place: { file } }: OwnFrame, index: number) =>
    file.endsWith('.mdx') && calls[index + 1]?.place.file !== file;
  return first && { place: first.place, calls: calls.filter((call, index) => !isAdded(call, index)) };
}
