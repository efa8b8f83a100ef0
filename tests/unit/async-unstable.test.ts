/** The result of an async component belongs to its inputs, even if its place changes in a later pass. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ElementType, ReactElement, ReactNode } from 'react';
import * as React from 'react';
import { describe, expect, test } from 'vitest';
import { island } from '../../src/islands/server/island.ts';
import { createJsx } from '../../src/react/jsx-runtime.ts';
import * as pageReact from '../../src/react/react.ts';
import { renderElement, renderPage } from '../../src/render/worker/render-page.ts';
import { UnstableError } from '../../src/shared/errors.ts';
import { pageInput } from '../helpers/page-input.ts';

const { jsx } = createJsx({ base: '/', assets: '/', elsewhere: [] });

type Props = Readonly<Record<string, unknown>>;

/** Like compiled JSX. */
function h(type: unknown, { key, ...props }: Props = {}): ReactElement<Props> {
  return jsx(type as ElementType, props, key as string | undefined);
}

const Shell = ({ children }: { readonly children?: ReactNode }) => h('body', { children });

/** Renders a page to its HTML, or to the inputs that differed. */
async function render(Page: () => unknown): Promise<string> {
  const input = pageInput({ Page: Page as () => ReactNode, Shell });
  try {
    const { html } = await renderPage(input, { islands: [], eager: new Set() });
    return /<body>(.*)<\/body>/s.exec(html)?.[1] ?? '';
  } catch (error) {
    if (!(error instanceof UnstableError)) throw error;
    return error.components.map(({ name, changed }) => `${name}: ${changed}`).join(', ');
  }
}

async function Card({ p, children }: { readonly p?: unknown; readonly children?: ReactNode }) {
  await sleep(1);
  return h('b', { children: [typeof p === 'number' ? p : '', children] });
}

/** Numbers the calls, so each pass gets a different number. */
function counter() {
  let count = 0;
  return () => (count += 1);
}

/** A different item in each pass. */
const changing = (create: (n: number) => unknown) => {
  const next = counter();
  return () => create(next());
};

class Post {
  readonly n: number;
  constructor(n: number) {
    this.n = n;
  }
}

const cyclic = (n: number) => {
  const self: Record<string, unknown> = { n: 1 };
  self['self'] = { self, list: [self], n };
  return self;
};

const deep = (n: number) => {
  let value: unknown = n;
  for (let depth = 0; depth < 5000; depth += 1) value = { value };
  return value;
};

const Theme = React.createContext<unknown>('light');

async function Themed() {
  const theme = pageReact.useContext(Theme);
  await sleep(1);
  return String(theme);
}

async function Used() {
  const theme = pageReact.use(Theme);
  await sleep(1);
  return String(theme);
}

const Named = (name: string) => Object.assign(() => null, { displayName: name });

async function Outer({ children }: { readonly children?: ReactNode }) {
  await sleep(1);
  return children;
}

const Box = island('box', ({ children }: { readonly children?: ReactNode }) => h('div', { children }));

describe('reports inputs that differ in a later pass', () => {
  const queue = Array.from({ length: 50 }, (_, n) => n);
  const cards = queue.map((p) => h(Card, { key: String(p), p }));
  const nextCard = counter();
  const scores = [1, 2, 3].map((id) => ({ id, score: 0 }));
  async function Score({ post }: { readonly post: { readonly id: number; score: number } }) {
    await sleep(1);
    post.score = -post.id;
    return post.id;
  }

  test.each<readonly [string, () => unknown, string]>([
    ['a number', changing((p) => h(Card, { p })), '<Card>: its prop `p`'],
    ['a counter below a key', changing((p) => h('li', { key: String(p), children: h(Card, { p }) })), '`p`'],
    [
      'a counter below a fragment with a key',
      changing((p) => h(React.Fragment, { key: p, children: h(Card, { p }) })),
      '`p`',
    ],
    ['a queue that is shifted', () => h(Card, { p: queue.shift() }), '`p`'],
    [
      'a list sorted by what its components load',
      () =>
        scores
          .toSorted((one, other) => one.score - other.score)
          .map(({ id }) => h('li', { key: String(id), children: h(Score, { post: scores[id - 1] }) })),
      '<Score>: its prop `post`',
    ],
    ['the key alone', changing((n) => h(Card, { key: String(n) })), 'its key'],
    ['the key of `createElement`', changing((n) => pageReact.createElement(Card, { key: n })), 'its key'],
    ['the key, and an instance', changing((n) => h(Card, { key: String(n), p: new Post(n) })), 'its key'],
    ['the key, and a function', changing((n) => h(Card, { key: String(n), p: () => n })), 'its key'],
    ['a clone', changing((p) => pageReact.cloneElement(h(Card), { p })), '`p`'],
    ['the key of a clone', changing((key) => pageReact.cloneElement(h(Card), { key })), 'its key'],
    ['`createElement`', changing((p) => pageReact.createElement(Card, { p })), '`p`'],
    ['`memo`', changing((p) => h(React.memo(Card), { p })), '`p`'],
    ['elements of a module in another order', () => cards[nextCard()], 'its key'],
    ['an object', changing((n) => h(Card, { p: { a: { b: [1, n] } } })), '`p`'],
    ['an object with another name', changing((n) => h(Card, { p: { [`a${n}`]: 1 } })), '`p`'],
    ['a prop with another name', changing((n) => h(Card, { [`p${n}`]: 1 })), '`p1`'],
    ['a longer list', changing((n) => h(Card, { p: Array.from({ length: n }) })), '`p`'],
    ['an object and an array', changing((n) => h(Card, { p: n % 2 === 0 ? [] : {} })), '`p`'],
    ['an object and nothing', changing((n) => h(Card, { p: n % 2 === 0 ? {} : null })), '`p`'],
    ['a function and a text', changing((n) => h(Card, { p: n % 2 === 0 ? 'x' : () => {} })), '`p`'],
    ['a date', changing((n) => h(Card, { p: new Date(n) })), '`p`'],
    ['a map', changing((n) => h(Card, { p: new Map([['n', n]]) })), '`p`'],
    ['the keys of a map', changing((n) => h(Card, { p: new Map([[n, 'n']]) })), '`p`'],
    ['a set', changing((n) => h(Card, { p: new Set([n]) })), '`p`'],
    ['a URL', changing((n) => h(Card, { p: new URL(`https://example.com/${n}`) })), '`p`'],
    ['a regular expression', changing((n) => h(Card, { p: new RegExp(`${n}`) })), '`p`'],
    ['bytes', changing((n) => h(Card, { p: Uint8Array.of(n) })), '`p`'],
    ['a bigint', changing((n) => h(Card, { p: BigInt(n) })), '`p`'],
    ['an object with a cycle', changing((n) => h(Card, { p: cyclic(n) })), '`p`'],
    ['a deep object', changing((n) => h(Card, { p: deep(n) })), '`p`'],
    [
      'an object without a prototype',
      changing((n) => h(Card, { p: Object.assign(Object.create(null), { n }) })),
      '`p`',
    ],
    ['children', changing((n) => h(Card, { children: ['item ', n] })), '`children`'],
    ['props of a child', changing((n) => h(Card, { children: h('a', { href: `/${n}/` }) })), '`children`'],
    ['the key of a child', changing((n) => h(Card, { children: [h('a', { key: String(n) })] })), '`children`'],
    ['the tag of a child', changing((n) => h(Card, { children: h(`h${n}`) })), '`children`'],
    ['the component of a child', changing((n) => h(Card, { children: h(Named(`C${n}`)) })), '`children`'],
    ['a context', changing((value) => h(Theme, { value, children: h(Themed) })), '<Themed>: a context that it reads'],
    ['a context with `use`', changing((value) => h(Theme, { value, children: h(Used) })), '<Used>: a context'],
    ['another component', changing((n) => h(n % 2 === 0 ? Card : Themed)), 'its function'],
    ['a component that is created in each pass', changing(() => h(async () => null)), 'its function'],
    [
      'one in the children of an async one',
      changing((p) => h(Outer, { children: h(Card, { p }) })),
      '<Outer>: its prop `children`',
    ],
    ['one in the children of an island', changing((p) => h(Box, { children: h(Card, { p }) })), '<Card>: its prop `p`'],
    ['one below <Suspense>', changing((p) => h(pageReact.Suspense, { fallback: '', children: h(Card, { p }) })), '`p`'],
    [
      'one in the result of a component that is rendered later',
      () => h(Outer, { children: h(changingChild) }),
      '<Card>: its prop `p`',
    ],
  ])('%s', async (_what, Page, expected) => {
    expect(await render(Page)).toContain(expected);
  });
});

const nextOfChild = counter();
const changingChild = () => h(Card, { p: nextOfChild() });

const log: unknown[] = [];
const shared = new Post(1);

test.each<readonly [string, () => unknown, string]>([
  [
    'inline objects and lists',
    () => h(Card, { p: { a: [{ b: new Date(0) }, new Map([[{ c: 1 }, new Set([1])]])] } }),
    '<b></b>',
  ],
  ['inline functions', () => h(Card, { p: () => Math.random(), q: { f: async () => {} } }), '<b></b>'],
  [
    'inline children',
    () => h(Card, { children: [h('i', { key: '1', children: 'x' }), h(() => 'y', { key: '2' })] }),
    '<b><i>x</i>y</b>',
  ],
  [
    'instances, old and new',
    changing((n) => h(Card, { p: [shared, new Post(n), Promise.resolve(n), new WeakMap()] })),
    '<b></b>',
  ],
  [
    'proxies and accessors',
    changing((n) =>
      h(Card, { p: [new Proxy({ n }, {}), Object.defineProperty({}, 'n', { enumerable: true, get: () => n })] }),
    ),
    '<b></b>',
  ],
  ['an object that a page adds to', () => (log.push(1), h(Card, { p: log })), '<b></b>'],
  ['not a number', () => h(Card, { p: [Number.NaN, new Date(Number.NaN)] }), '<b></b>'],
  ['`undefined` and a missing property', changing((n) => h(Card, { p: n === 1 ? { a: undefined } : {} })), '<b></b>'],
  ['a symbol of the module', () => h(Card, { p: Symbol.for('x') }), '<b></b>'],
  ['the same cycle', () => h(Card, { p: cyclic(1) }), '<b></b>'],
  ['the same deep object', () => h(Card, { p: deep(1) }), '<b></b>'],
  [
    'the same items in several places',
    () => [1, 1, 2].map((p, n) => h(Card, { key: String(n), p })),
    '<b>1</b><b>1</b><b>2</b>',
  ],
  [
    'a context with an inline object',
    () => h(Theme, { value: { dark: true }, children: h(Themed) }),
    '[object Object]',
  ],
  [
    'a context that it does not read',
    changing((value) => h(Theme, { value, children: h(Card, { p: 1 }) })),
    '<b>1</b>',
  ],
  ['a synchronous part that is random', changing((n) => [n > 0 && 'x', h(Card, { key: 'c', p: 1 })]), 'x<b>1</b>'],
  [
    'nested ones',
    () => h(Outer, { children: h(Outer, { children: [h(Card, { key: '1', p: 1 }), h(Card, { key: '2', p: 2 })] }) }),
    '<b>1</b><b>2</b>',
  ],
  ['a component without props that counts', changing(() => h(Box, { children: h(Themed) })), 'light'],
])('reports no problem for a stable page: %s', async (_what, Page, expected) => {
  expect(await render(Page)).toContain(expected);
});

test('random teasers never link to one item and show another', async () => {
  // From so many items that two passes never choose the same.
  const choose = () => Math.floor(Math.random() * 1e12);
  const Teasers = () =>
    Array.from({ length: 3 }, choose).map((p) => h('li', { key: String(p), children: h(Card, { p }) }));

  for (let round = 0; round < 20; round += 1) {
    const html = await render(Teasers);
    expect(html).toContain('<Card>: its prop `p`');
  }
});

test('compares many components with a large shared value in bounded time', async () => {
  const create = () => Array.from({ length: 20_000 }, (_, n) => ({ n, text: `item ${n}` }));
  const Page = () => {
    const all = create();
    return Array.from({ length: 500 }, (_, n) => h(Card, { key: String(n), p: n, all }));
  };
  const start = performance.now();

  expect(await render(Page)).toContain('<b>499</b>');

  expect(performance.now() - start).toBeLessThan(5000);
});

test("the error has the element's line, also for elements outside of pages", async () => {
  const element = h(changing((p) => h(Card, { p })));
  const settings = { encoder: undefined, isEncoded: false, prefixes: { base: '/', assets: '/', elsewhere: [] } };

  const error = await renderElement(element, settings).catch((thrown: unknown) => thrown);

  expect((error as UnstableError).components[0]?.stack).toContain('async-unstable.test.ts');
});
