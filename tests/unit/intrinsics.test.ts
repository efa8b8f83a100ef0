import { afterEach, expect, test } from 'vitest';
import { findChangedIntrinsic, rememberIntrinsics } from '../../src/shared/intrinsics.ts';

rememberIntrinsics();

/** Reverts the changes of a test. */
let restore = (): void => {};
afterEach(() => restore());

function change(owner: object, key: PropertyKey, described: PropertyDescriptor): void {
  const before = Reflect.getOwnPropertyDescriptor(owner, key);
  Reflect.defineProperty(owner, key, { configurable: true, ...described });
  restore = () => {
    if (before === undefined) Reflect.deleteProperty(owner, key);
    else Reflect.defineProperty(owner, key, before);
  };
}

const assign = (owner: object, key: PropertyKey, value: unknown = () => 0) => {
  change(owner, key, { value, enumerable: true, writable: true });
};

/** @returns the finding, taken before the test framework relies on built-ins */
function findAfter(run: () => void): string | undefined {
  run();
  const found = findChangedIntrinsic();
  restore();
  return found;
}

test.each<readonly [string, () => void]>([
  ['Buffer.from', () => assign(Buffer, 'from')],
  ['Buffer.prototype.equals', () => assign(Buffer.prototype, 'equals')],
  ['JSON.stringify', () => assign(JSON, 'stringify')],
  ['Array.prototype.map', () => assign(Array.prototype, 'map')],
  ['Array.prototype.Symbol(Symbol.iterator)', () => assign(Array.prototype, Symbol.iterator)],
  ['String.prototype.replace', () => assign(String.prototype, 'replace')],
  ['TextEncoder.prototype.encode', () => assign(TextEncoder.prototype, 'encode')],
  ['RegExp.prototype.exec', () => assign(RegExp.prototype, 'exec')],
  ['RegExp.prototype.flags', () => change(RegExp.prototype, 'flags', { get: () => '' })],
  ['Map.prototype.size', () => change(Map.prototype, 'size', { value: 0 })],
  ['Promise.prototype.then', () => assign(Promise.prototype, 'then')],
  ['Promise', () => assign(globalThis, 'Promise', Map)],
  ['TypedArray.prototype.slice', () => assign(Object.getPrototypeOf(Uint8Array.prototype) as object, 'slice')],
  ['URL', () => assign(globalThis, 'URL', Map)],
  ['Date.now', () => assign(Date, 'now')],
  ['Math.random', () => assign(Math, 'random')],
  ['Object.prototype.x', () => assign(Object.prototype, 'x', 1)],
  ['Object.prototype.toJSON', () => change(Object.prototype, 'toJSON', { value: () => 1 })],
  ['Array.prototype.last', () => assign(Array.prototype, 'last')],
])('finds a change of %s', (name, run) => {
  expect(findAfter(run)).toBe(name);
});

test('finds a deleted function, and one of an iterator', () => {
  const withoutMethod = () => {
    assign(Array.prototype, 'toSorted');
    Reflect.deleteProperty(Array.prototype, 'toSorted');
  };
  expect(findAfter(withoutMethod)).toBe('Array.prototype.toSorted');
  const iterator = Object.getPrototypeOf([][Symbol.iterator]()) as object;
  expect(findAfter(() => assign(iterator, 'next'))).toContain('next');
});

test.each<readonly [string, () => void]>([
  ['nothing', () => {}],
  ['a function that Node loads when it is used', () => void URL.createObjectURL(new Blob(['x']))],
  ['a new global', () => assign(globalThis, 'cache', {})],
  ['a new method of texts', () => assign(String.prototype, 'shout')],
  ['a polyfill of a method that is missing', () => change(Array.prototype, 'missing', { value: () => 0 })],
  ['`toJSON` of a bigint', () => assign(BigInt.prototype, 'toJSON')],
  ['`fetch`', () => assign(globalThis, 'fetch')],
  ['`console.log`', () => assign(console, 'log')],
  ['`Error.prepareStackTrace`', () => assign(Error, 'prepareStackTrace')],
])('finds no change: %s', (_what, run) => {
  expect(findAfter(run)).toBeUndefined();
});
