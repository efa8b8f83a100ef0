import { createElement, useId } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../src/render/worker/render-page.ts';
import { pageInput } from '../helpers/page-input.ts';
import type { ShellProps } from '../../src/api/contract.ts';
import { island } from '../../src/islands/server/island.ts';

const Label = island('label', function Label({ text }: { text: string }) {
  return createElement('label', { id: useId() }, text, '!');
});
const Outer = island('outer', () => createElement('p', null, createElement(Label, { text: 'inner' })));

function Shell({ script, children }: ShellProps) {
  return createElement(
    'html',
    null,
    createElement('head', null, script && createElement('script', { src: script })),
    children,
  );
}

function render(Page: () => React.ReactNode, expected: readonly string[]) {
  return renderPage(pageInput({ Page, Shell, script: '/assets/islands.js' }), {
    islands: expected,
    eager: new Set(expected),
  });
}

test.each([[['label']], [['other']], [[]]])(
  'a page with an island has the script, whatever was expected (%j)',
  async (expected) => {
    const { html, record } = await render(() => createElement(Label, { text: 'a' }), expected);

    expect(record.islands).toEqual(['label']);
    expect(html).toContain('<script src="/assets/islands.js"></script>');
  },
);

test.each([[['label']], [[]]])('a page without islands has none (%j)', async (expected) => {
  const { html, record } = await render(() => 'plain', expected);

  expect(record.islands).toEqual([]);
  expect(html).toBe('<!doctype html><html><head></head>plain</html>\n');
});

test('islands keep their text separators, and have unique ids', async () => {
  const { html } = await render(
    () => [createElement(Label, { key: 1, text: 'a' }), createElement(Label, { key: 2, text: 'b' })],
    [],
  );

  expect(html).toContain('a<!-- -->!');
  const ids = [...html.matchAll(/<label id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(2);
});

test('an island inside an island is a regular part of it', async () => {
  const { html, record } = await render(() => createElement(Outer), []);

  expect(record.islands).toEqual(['outer']);
  expect(html.match(/<sitegen-island/g)).toHaveLength(1);
  expect(html).toContain('inner');
});

test('props cannot close the attribute that contains them', async () => {
  const { html } = await render(() => createElement(Label, { text: `"'></script><!--` }), []);

  expect(html).not.toContain('></script><!--');
});

test('an island has only one strategy', async () => {
  // @ts-expect-error two strategies
  const Page = () => createElement(Label, { text: 'a', hydrate: { visible: '1px', media: 'print' } });
  const { record } = await render(Page, []);

  expect(record.problems).toMatchObject([{ code: 'island-prop' }]);
});
