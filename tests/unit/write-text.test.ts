import { expect, test } from 'vitest';
import { withoutSurroundings } from '../../src/render/worker/write-text.ts';

const around = (content: string) => `<html><head><title>T</title></head><body class="a">${content}</body></html>`;

test.each([
  ['<nav>a</nav>', '<main id="b">c</main><footer>d</footer>'],
  ['<script>"<main>"</script><!-- <main> -->', '<main>c</main>'],
  ['<textarea><main></textarea><p title="<main>">a</p>', '<MAIN>c</MAIN><script>"<main>"</script>'],
])('what is before the main content is left out: %s', (before, rest) => {
  expect(withoutSurroundings(around(before + rest))).toBe(around(rest));
});

test.each([
  ['no main content', '<p>a</p>'],
  ['two', '<main>a</main><main>b</main>'],
  ['none that is visible', '<p>a</p><main hidden>b</main>'],
  ['none that assistive technology reads', '<p>a</p><main aria-hidden="true">b</main>'],
  ['none outside a template', '<p>a</p><template><main>b</main></template>'],
])('a page with %s stays as it is', (_, content) => {
  expect(withoutSurroundings(around(content))).toBe(around(content));
});
