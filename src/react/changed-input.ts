/** Compares the inputs of an async component in two passes over its page. */
import { isProxy, isTypedArray } from 'node:util/types';
import type { ComparedValues, Inputs } from '../islands/server/render-context.ts';

/** After this many values, inputs count as equal. Only values that the page creates in each pass are compared. */
const MAX_VALUES = 100_000;

/** Two values to compare. */
type Pair = readonly [before: unknown, now: unknown];

/**
 * Compares plain data and elements by value. Ignores functions and instances of classes: a page creates new ones in each pass.
 *
 * @returns the first input that differs, for messages: `its key`
 */
export function changedInput(before: Inputs, now: Inputs, compared: ComparedValues): string | undefined {
  if (before.key !== now.key) return 'its key';
  if (before.props !== now.props) {
    for (const name of keysOf(before.props, now.props)) {
      if (!isSame([before.props[name], now.props[name]], compared)) return `its prop \`${name}\``;
    }
  }
  for (const [context, value] of before.contexts) {
    if (!isSame([value, now.contexts.get(context)], compared)) return 'a context that it reads';
  }
  return undefined;
}

function isSame(pair: Pair, compared: ComparedValues): boolean {
  const queue = [pair];
  for (let index = 0; index < Math.min(queue.length, MAX_VALUES); index += 1) {
    const [before, now] = queue[index] as Pair;
    if (Object.is(before, now)) continue;
    if (!isObject(before) || !isObject(now)) {
      if (!isFunction(before) || !isFunction(now)) return false;
    } else if (compared.get(before) !== now) {
      compared.set(before, now); // a difference inside ends the page, so this is never asked again
      const parts = partsOf(before, now);
      if (parts === 'different') return false;
      for (const part of parts) queue.push(part);
    }
  }
  return true;
}

/** @returns the values to compare instead of two objects */
function partsOf(before: object, now: object): readonly Pair[] | 'different' {
  const kind = kindOf(before);
  if (kind !== kindOf(now)) return 'different';
  return kind === undefined ? [] : PARTS[kind](before as never, now as never);
}

type Kind = keyof typeof PARTS;

const PARTS = {
  element: (before: ElementLike, now: ElementLike): readonly Pair[] => [
    [typeName(before.type), typeName(now.type)],
    [before.key, now.key],
    [before.props, now.props],
  ],
  list: (before: readonly unknown[], now: readonly unknown[]) => pairItems(before, now),
  map: (before: ReadonlyMap<unknown, unknown>, now: ReadonlyMap<unknown, unknown>) =>
    pairItems([...before].flat(), [...now].flat()),
  set: (before: ReadonlySet<unknown>, now: ReadonlySet<unknown>) => pairItems([...before], [...now]),
  bytes: (before: ArrayBufferView, now: ArrayBufferView): readonly Pair[] => [
    [toBuffer(before).equals(toBuffer(now)), true],
  ],
  text: (before: RegExp | URL, now: RegExp | URL): readonly Pair[] => [[before.toString(), now.toString()]],
  date: (before: Date, now: Date): readonly Pair[] => [[before.getTime(), now.getTime()]],
  plain: (before: object, now: object): readonly Pair[] =>
    keysOf(before, now).map((key) => [valueOf(before, key), valueOf(now, key)]),
};

interface ElementLike {
  readonly type: unknown;
  readonly key: unknown;
  readonly props: unknown;
}

const ELEMENT = Symbol.for('react.transitional.element');

const BY_TEXT: ReadonlySet<unknown> = new Set(
  [RegExp, URL, URLSearchParams].map(({ prototype }) => prototype as unknown),
);

/** @returns `undefined` for an object that is not compared */
function kindOf(value: object): Kind | undefined {
  if (isProxy(value)) return undefined;
  if (Array.isArray(value)) return 'list';
  if (isTypedArray(value)) return 'bytes';
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null)
    return (value as { readonly $$typeof?: unknown }).$$typeof === ELEMENT ? 'element' : 'plain';
  if (prototype === Date.prototype) return 'date';
  if (prototype === Map.prototype) return 'map';
  if (prototype === Set.prototype) return 'set';
  return BY_TEXT.has(prototype) ? 'text' : undefined;
}

function pairItems(before: readonly unknown[], now: readonly unknown[]): readonly Pair[] | 'different' {
  return before.length === now.length ? before.map((item, index): Pair => [item, now[index]]) : 'different';
}

/** A page may also create a component in each pass. */
function typeName(type: unknown): unknown {
  return isFunction(type) ? ((type as { readonly displayName?: string }).displayName ?? type.name) : type;
}

function keysOf(before: object, now: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])];
}

/** Ignores accessors, which may do anything. */
function valueOf(object: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

function toBuffer({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isFunction(value: unknown): value is Function {
  return typeof value === 'function';
}
