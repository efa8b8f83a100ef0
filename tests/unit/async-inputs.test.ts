/** The result of an async component belongs to its inputs: with others, it is called again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ElementType, ReactElement, ReactNode } from 'react';
import * as React from 'react';
import { describe, expect, test } from 'vitest';
import { island } from '../../src/islands/server/island.ts';
import { createJsx } from '../../src/react/jsx-runtime.ts';
import pageReact from '../../src/react/react.ts';
import { isSameInput } from '../../src/react/async-components.ts';
import { renderPage } from '../../src/render/worker/render-page.ts';
import { pageInput } from '../helpers/page-input.ts';

const { jsx } = createJsx({ base: '/', assets: '/', based: '/', elsewhere: [] });

type Props = Readonly<Record<string, unknown>>;

/** Like compiled JSX. */
function h(type: unknown, { key, ...props }: Props = {}): ReactElement<Props> {
  return jsx(type as ElementType, props, key as string | undefined);
}

const Shell = ({ children }: { readonly children?: ReactNode }) => h('body', { children });

async function render(Page: () => unknown): Promise<string> {
  const input = pageInput({ Page: Page as () => ReactNode, Shell });
  const { html } = await renderPage(input, { islands: [], eager: new Set() });
  return /<body>(.*)<\/body>/s.exec(html)?.[1] ?? '';
}

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

/** An object that is shared 2^40 times. */
const shared = (n: number) => {
  let value: unknown = { n };
  for (let depth = 0; depth < 40; depth += 1) value = [value, value];
  return value;
};

const Named = (name: string) => Object.assign(() => null, { displayName: name });
const MAP = new Map([[1, 2]]);
const POST = new Post(1);

describe('inputs', () => {
  test.each<readonly [string, () => unknown]>([
    ['plain data', () => ({ a: [{ b: 1n, c: Number.NaN, d: undefined }, null, 'x'] })],
    ['dates and addresses', () => [new Date(0), new Date(Number.NaN), new URL('https://example.com/')]],
    ['functions', () => ({ f: () => {}, g: [async () => {}] })],
    ['elements', () => [h('a', { key: 'k', href: '/', children: h(() => 'y') }), h('img', { src: '/a.png', alt: '' })]],
    ['a map and an instance of the module', () => [MAP, POST, Symbol.for('x')]],
    ['an object without a prototype', () => Object.assign(Object.create(null), { n: 1 })],
    ['data that contains itself', () => cyclic(1)],
    ['data that shares its parts', () => shared(1)],
  ])('are the same in each pass: %s', (_what, create) => {
    expect(isSameInput(create(), create())).toBe(true);
  });

  test.each<readonly [string, (n: number) => unknown]>([
    ['a number', (n) => n],
    ['a bigint', (n) => BigInt(n)],
    ['plain data', (n) => ({ a: { b: [1, n] } })],
    ['a name', (n) => ({ [`a${n}`]: 1 })],
    ['a date', (n) => new Date(n)],
    ['a URL', (n) => new URL(`https://example.com/${n}`)],
    ['an object and a list', (n) => (n === 1 ? [] : {})],
    ['an object and nothing', (n) => (n === 1 ? {} : null)],
    ['a function and a text', (n) => (n === 1 ? 'x' : () => {})],
    ['the props of an element', (n) => h('a', { href: `/${n}/` })],
    ['the key of an element', (n) => [h('a', { key: String(n) })]],
    ['the tag of an element', (n) => h(`h${n}`)],
    ['the component of an element', (n) => h(Named(`C${n}`))],
    ['the address of an image', (n) => h('img', { src: `/${n}.png` })],
    ['data that contains itself', cyclic],
    ['data that shares its parts', shared],
    ['new maps', () => new Map([[1, 1]])],
    ['new sets', () => new Set([1])],
    ['new instances', () => new Post(1)],
    ['new promises', () => Promise.resolve()],
  ])('differ: %s', (_what, create) => {
    expect(isSameInput(create(1), create(2))).toBe(false);
  });
});

const Theme = React.createContext<unknown>('light');

/** Shows what it gets, a while later. */
async function Row({ p, show }: { readonly p?: unknown; readonly show?: () => unknown }) {
  await sleep(1);
  return String(p ?? show?.());
}

async function InContext() {
  const theme = pageReact.useContext(Theme) as { readonly name: string };
  await sleep(1);
  return theme.name;
}

async function Outer({ children }: { readonly children?: ReactNode }) {
  await sleep(1);
  return children;
}

const Box = island('box', ({ children }: { readonly children?: ReactNode }) => h('div', { children }));

/** Renders rows whose label is next to what an async component shows for them. */
const labelled = (names: readonly string[], toRow: (name: string) => ReactElement) =>
  names.map((name) => h('li', { key: name, children: [`${name}=`, toRow(name)] }));

/** Like `list.reverse()`, which lint does not allow. */
function reverse<Item>(list: Item[]): Item[] {
  list.push(...list.splice(0).toReversed());
  return list;
}

describe('a list never shows the data of another item', () => {
  const posts = ['a', 'b', 'c'].map((name) => ({ name }));
  const names = ['a', 'b', 'c'];
  const queue = ['a', 'b', 'c', 'd'];
  const loaded = new Set<string>();
  async function Loads({ p }: { readonly p: string }) {
    await sleep(1);
    loaded.add(p);
    return p;
  }

  test.each<readonly [string, () => unknown]>([
    [
      'a list that is reversed in place, with a context',
      () =>
        reverse(posts).map((p) =>
          h('li', { children: [`${p.name}=`, h(Theme, { value: p, children: h(InContext) })] }),
        ),
    ],
    ['a list that is reversed in place', () => labelled(reverse(names), (p) => h(Row, { p }))],
    ['rows with keys', () => labelled(reverse(names), (key) => h(Row, { key, show: () => key }))],
    [
      'rows with keys by `createElement`',
      () => labelled(reverse(names), (key) => pageReact.createElement(Row, { key, show: () => key })),
    ],
    [
      'clones with keys',
      () => labelled(reverse(names), (key) => pageReact.cloneElement(h(Row), { key, show: () => key })),
    ],
    ['rows by `memo`', () => labelled(reverse(names), (p) => h(React.memo(Row), { p }))],
    ['a queue', () => labelled([queue.length > 1 ? (queue.shift() as string) : 'd'], (p) => h(Row, { p }))],
    [
      'items sorted by what they load',
      () =>
        labelled(
          names.toSorted((one, other) => Number(loaded.has(one)) - Number(loaded.has(other))),
          (p) => h(Loads, { p }),
        ),
    ],
    [
      'rows in the children of async components and islands',
      () => labelled(reverse(names), (p) => h(Outer, { children: h(Box, { children: h(Row, { p }) }) })),
    ],
  ])('%s', async (_what, Page) => {
    const html = (await render(Page)).replace(/<\/?(?:div|sitegen-\w+)[^>]*>/g, '');

    const rows = [...html.matchAll(/<li>(.)=(.)<\/li>/g)];
    expect(rows.length).toBeGreaterThan(0);
    expect(html.match(/<li>/g)).toHaveLength(rows.length);
    for (const [, label, shown] of rows) expect(shown).toBe(label);
  });
});

/** A different item in each pass. */
const changing = (create: (n: number) => unknown) => {
  let n = 0;
  return () => create((n += 1));
};

test.each<readonly [string, () => unknown, string]>([
  ['a random prop', changing((p) => h(Row, { p })), '<Row>'],
  ['a random key', changing((n) => h(Row, { key: String(n) })), '<Row>'],
  ['a random context', changing((name) => h(Theme, { value: { name }, children: h(InContext) })), '<InContext>'],
  ['a new instance', () => h(Row, { p: new Post(1) }), '<Row>'],
  ['a component that is created in each pass', () => h(async () => null), 'A component'],
  ['one below an island', changing((p) => h(Box, { children: h(Row, { p }) })), '<Row>'],
  ['one in the result of another', () => h(Outer, { children: h(changing((p) => h(Row, { p }))) }), '<Row>'],
])('a page that is never complete is an error that names the component: %s', async (_what, Page, name) => {
  await expect(render(Page)).rejects.toThrow(`${name} is async, and gets another key, other props or another context`);
});

test('a context that a component does not read, and random text beside it, do not matter', async () => {
  const Page = changing((value) => h(Theme, { value, children: [value === 0 ? '' : 'x', h(Row, { key: 'r', p: 1 })] }));

  expect(await render(Page)).toBe('x1');
});

test('compares many components with a large value in bounded time', async () => {
  const Page = () => {
    const all = Array.from({ length: 5000 }, (_, n) => ({ n, text: `item ${n}` }));
    return Array.from({ length: 200 }, (_, n) => h(Row, { key: String(n), p: n, all }));
  };
  const start = process.cpuUsage();

  expect(await render(Page)).toContain('199');

  expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
});
