// @vitest-environment happy-dom
import { act, createElement, useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { island } from '../../src/islands/server/island.ts';
import { renderToHtml, hydrateIslands } from '../../src/testing.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
afterEach(() => document.body.replaceChildren());

const Counter = island('counter', function Counter({ start, children }: { start: number; children?: ReactNode }) {
  const [count, setCount] = useState(start);
  return createElement('button', { onClick: () => setCount(count + 1) }, 'Count: ', count, children);
});

test('an island can be rendered, hydrated and used', async () => {
  document.body.innerHTML = renderToHtml(createElement(Counter, { start: 3 }, createElement('b', null, '!')));
  const button = document.querySelector('button');
  expect(button?.textContent).toBe('Count: 3!');

  await act(async () => hydrateIslands([Counter], document));
  await act(async () => button?.click());

  expect(document.querySelector('button')).toBe(button);
  expect(button?.textContent).toBe('Count: 4!');
});

test('a prop that JSON cannot represent is an error', () => {
  const wrong = { start: NaN };

  expect(() => renderToHtml(createElement(Counter, wrong))).toThrow('NaN as `start`');
});
