import { expect, test } from 'vitest';
import { checkPage } from '../../src/check/check-page.ts';
import { inspectPage } from '../../src/check/html/inspect-html.ts';

/** Diagnostics of a page with this body, from this file. */
function check(output: string, body: string, head = ''): string[] {
  const html = `<html><head><title>Title</title>${head}</head><body><h1>One</h1>${body}</body></html>`;
  const route = { path: `/${output}`, source: 'templates/pages/x.tsx', output };
  return checkPage(route, inspectPage(html)).map(({ code }) => code);
}

const DESCRIPTION = '<meta name="description" content="About it.">';

test('pages hidden from search engines need no description', () => {
  expect(check('index.html', '')).toEqual(['description-missing']);
  expect(check('404.html', '')).toEqual([]);
  expect(check('thanks/index.html', '', '<meta name="robots" content="noindex">')).toEqual([]);
});

test.each([
  ['<main>a</main>', []],
  ['<main><main>a</main></main>', ['main-count']],
  ['<main>a</main><footer></footer><main>b</main>', ['main-count']],
  ['<main>a</main><main hidden="">b</main>', []],
  ['<main>a</main><template><p>&lt;main&gt;</p></template><!-- <main> -->', []],
  ['<h1>Two</h1>', ['h1-count']],
])('checkPage counts <main> and <h1> in %s', (body, expected) => {
  expect(check('index.html', body, DESCRIPTION)).toEqual(expected);
});

test('an id used three times is reported once', () => {
  expect(check('index.html', '<p id="a"></p><p id="b"></p><p id="a"></p><p id="a"></p>', DESCRIPTION)).toEqual([
    'id-duplicate',
  ]);
});

test('a second title is reported, and the first counts; titles of drawings are ignored', () => {
  const body = '<title>Other</title><svg><title>A drawing</title></svg>';

  expect(check('index.html', body, DESCRIPTION)).toEqual(['title-count']);
  expect(inspectPage(`<title>Title</title>${body}`).facts.title).toBe('Title');
});

test.each([
  ['<img src="/a.png" width="8" height="8">', ['alt-missing']],
  ['<img src="/a.png" role="presentation">', []],
  ['<img src="/a.png" aria-hidden="true">', []],
  ['<img src="/a.png" aria-hidden="false">', ['alt-missing']],
  ['<img src="/a.png" aria-label="A">', []],
  ['<p id></p><p id=""></p>', []],
  ['<a name="a"></a><a name="a"></a><p id="a"></p>', []],
])('%s has the problems that assistive technology has: %j', (body, expected) => {
  expect(check('index.html', body, DESCRIPTION)).toEqual(expected);
});
