import { setTimeout as sleep } from 'node:timers/promises';
import type { ElementType, ReactNode } from 'react';
import * as React from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../src/render/worker/render-page.ts';
import { pageInput } from '../helpers/page-input.ts';
import { createJsx } from '../../src/react/jsx-runtime.ts';
import pageReact from '../../src/react/react.ts';
import { island } from '../../src/islands/server/island.ts';
import type { LayoutProps, ShellProps } from '../../src/api/contract.ts';

const { jsx, jsxs } = createJsx({ base: '/', assets: '/', based: '/', elsewhere: [] });
const { createContext, useContext, useId } = React;
const { Suspense, createElement: pageCreateElement, use, useEffect } = pageReact;

type Props = Readonly<Record<string, unknown>>;
type Children = { readonly children?: ReactNode };

/** Like compiled JSX. */
function h(type: ElementType, props: Props | null = null, ...children: readonly unknown[]): React.ReactElement<Props> {
  const { key, ...others } = props ?? {};
  const given = children.length === 0 ? {} : { children: children.length === 1 ? children[0] : children };
  const create = children.length > 1 ? jsxs : jsx;
  return create(type, { ...others, ...given }, key as string | undefined) as React.ReactElement<Props>;
}

const Shell = ({ children }: ShellProps) => h('body', null, children);

type Page = () => ReactNode | Promise<ReactNode>;

interface Parts {
  readonly Layouts?: readonly React.ComponentType<LayoutProps>[];
  readonly Shell?: React.ComponentType<ShellProps>;
}

async function render(Page: Page, parts: Parts = {}) {
  const passes = { count: 0 };
  const { html, record } = await renderPage(
    pageInput({ Page, Shell, ...parts }),
    { islands: [], eager: new Set() },
    {
      run: (pass) => {
        passes.count += 1;
        return pass();
      },
      wait: (waiting) => Promise.all(waiting.map(({ settled }) => settled)),
    },
  );
  return {
    document: html,
    html: /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1],
    problems: record.problems,
    record,
    passes: passes.count,
  };
}

const htmlOf = async (Page: Page) => (await render(Page)).html;

async function Later({ text, ms = 1, children }: Children & { readonly text?: string; readonly ms?: number }) {
  await sleep(ms);
  return h('i', null, text, children);
}

const Theme = createContext('light');

const Themed = async () => {
  const theme = useContext(Theme);
  await sleep(1);
  return h('b', null, theme);
};

const List = async () => {
  await sleep(1);
  return ['x', 'y'].map((text) => h(Later, { key: text, text }));
};

const Fetch = async ({ children }: { children: (data: string) => ReactNode | Promise<ReactNode> }) => {
  await sleep(1);
  return children('data');
};

const promise = sleep(1, 'used');
const Uses = () => use(promise);

test.each<readonly [string, Page, string]>([
  ['text', async () => 'x', 'x'],
  ['nothing', async () => null, ''],
  [
    'a list of further async components, before one that stays in its place',
    () => [h(List, { key: 1 }), h(Later, { key: 2, text: 'z' })],
    '<i>x</i><i>y</i><i>z</i>',
  ],
  ['children', () => h(Later, null, h(Later, { text: 'in' })), '<i><i>in</i></i>'],
  ['`memo`', () => h(React.memo(Later), { text: 'memo' }), '<i>memo</i>'],
  ['`createElement`', () => pageCreateElement(Later, { text: 'x', key: 'k' }), '<i>x</i>'],
  ['a clone', () => React.cloneElement<Props>(h(Later, { text: 'a' }), { text: 'b' }), '<i>b</i>'],
  ['context around it', () => h(Theme as ElementType, { value: 'dark' }, h(Themed)), '<b>dark</b>'],
  ['context in its result', async () => h(Theme as ElementType, { value: 'dark' }, h(Themed)), '<b>dark</b>'],
  ['`<Suspense>`, which waits', () => h(Suspense, { fallback: 'wait' }, h(Later, { text: 'x' })), '<i>x</i>'],
  ['a function as its children', () => h(Fetch, null, (data: string) => h('p', null, data)), '<p>data</p>'],
  ['`use` in several places', () => h('p', null, h(Uses), ' ', h(Uses)), '<p>used used</p>'],
])('renders a page with async components: %s', async (_what, Page, expected) => {
  expect(await htmlOf(Page)).toBe(expected);
});

test('sibling components start together, and each runs once, even if an island needs another pass', async () => {
  const log: string[] = [];
  const Logged = async ({ text }: { text: string }) => {
    log.push(`start ${text}`);
    await sleep(5);
    log.push(`end ${text}`);
    return text;
  };
  const Part = island('part', () => 'island');
  const Layout = async ({ children }: Children) => h('div', null, children);
  const AsyncShell = async ({ script, children }: ShellProps) => h('body', { className: script }, children);

  const { document, html, passes, record } = await render(
    async () => [h(Logged, { key: 1, text: 'a' }), h(Logged, { key: 2, text: 'b' }), h(Part, { key: 3 })],
    {
      Layouts: [Layout],
      Shell: AsyncShell,
    },
  );

  expect(html).toMatch(/^<div>ab<sitegen-island.*>island<\/sitegen-island><\/div>$/);
  expect(log).toEqual(['start a', 'start b', 'end a', 'end b']);
  expect(document).toContain('<body class="/islands.js">');
  expect(record.islands).toEqual(['part']);
  // Before the shell, the layout, the page and both texts; the result; before the shell with the script; the result.
  expect(passes).toBe(7);
});

test('ids are unique, and identical in every build', async () => {
  const WithId = ({ children }: Children) => h('s', { id: useId() }, children);
  const AsyncWithId = async ({ children }: Children) => {
    const id = useId();
    await sleep(1);
    return h('a', { id }, h(WithId), h(WithId), children);
  };
  const Page = () =>
    h('div', null, h(WithId), h(AsyncWithId, null, h(AsyncWithId, null, h(WithId))), h(AsyncWithId), h(WithId));

  const html = await htmlOf(Page);

  const ids = [...(html ?? '').matchAll(/id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toHaveLength(12);
  expect(new Set(ids).size).toBe(12);
  expect(await htmlOf(Page)).toBe(html);
});

test('async components in the children of islands keep their places when an earlier island arrives late', async () => {
  const Box = island('box', ({ children }: Children) => h('div', null, children));
  const Early = async () => {
    await sleep(1);
    return h(Box, null, h(Later, { text: 'first' }));
  };

  const { html, record } = await render(() => [
    h(Early, { key: 1 }),
    h(Box, { key: 2 }, h(Later, { text: 'second' })),
    h(Box, { key: 3 }, h(Later, { text: 'third' })),
  ]);

  expect([...(html ?? '').matchAll(/<i>(\w+)<\/i>/g)].map(([, text]) => text)).toEqual(['first', 'second', 'third']);
  expect(record.islands).toEqual(['box', 'box', 'box']);
});

test('reports problems of elements once, whether created before or after an `await`', async () => {
  const Lossy = async () => {
    useEffect(() => {});
    const before = h('a', { onClick: () => {} });
    await sleep(1);
    return h('p', null, before, h('button', { onClick: () => {} }), h(Later));
  };

  const { problems } = await render(() => h('div', { ref: () => {} }, h(Lossy)));

  expect(problems.map(({ code, message }) => [code, /<\w+>/.exec(message)?.[0]])).toEqual([
    ['ref-lost', '<div>'],
    ['effect-lost', undefined],
    ['handler-lost', '<a>'],
    ['handler-lost', '<button>'],
  ]);
});

const failing = (failure: unknown) =>
  async function Fails() {
    await sleep(1);
    throw failure;
  };

function Plain() {
  return Promise.resolve('x');
}

const Wide = island('wide', () => h(Later));

const Hooked = async () => {
  await sleep(1);
  return useContext(Theme);
};

const Throws = () => {
  throw new Error('sync');
};

const items = ['a'];

test.each<readonly [string, Page, string]>([
  ['an error', () => h(failing(new Error('no post'))), '<Fails> failed to render. Error: no post'],
  ['an error below `<Suspense>`', () => h(Suspense, { fallback: 'x' }, h(failing(1))), '<Fails> failed to render. 1'],
  ['no error', () => h(failing(undefined)), '<Fails> failed to render. undefined'],
  ['two errors', () => [h(failing('a'), { key: 1 }), h(failing('b'), { key: 2 })], '<Fails> failed to render. a'],
  ['a synchronous error, while another waits', () => [h(Later, { key: 1 }), h(Throws, { key: 2 })], 'sync'],
  ['a hook after `await`', () => h(Hooked), '<Hooked> failed to render. TypeError: Cannot read properties of null'],
  ['an async component in an island', () => h(Wide), '<Later> is async, and part of the island "wide"'],
  ['a promise of a plain function', () => h('p', null, h(Plain)), '<Plain> returns a promise, but its function is not'],
  ['the same as the page', Plain, '<Plain> returns a promise, but its function is not async'],
  [
    'a promise among children',
    () =>
      h(
        'ul',
        null,
        items.map(async (item) => item),
      ),
    '<ul> contains a promise',
  ],
  [
    'a rejected promise',
    () => use(Promise.reject(new Error('no'))),
    'A promise passed to `use` failed to render. Error: no',
  ],
  ['a new promise in each pass', () => use(sleep(1, 'x')), 'A component creates a new promise for `use`'],
  [
    '`use` in an async component',
    async () => use(promise),
    'An async component calls `use` with a promise: write `await`',
  ],
])('reports an error of a page with async components: %s', async (_what, Page, message) => {
  const error = await render(Page).catch((thrown: unknown) => thrown);

  const { message: thrown, cause } = error as Error;
  expect(`${thrown} ${String(cause)}`).toContain(message);
});

test('an island must not be async', () => {
  expect(() => island('later', async () => 'x')).toThrow('The component of island "later" is async.');
  expect(island('map', async () => ({ default: () => 'x' }), { fallback: null }).islandName).toBe('map');
});
