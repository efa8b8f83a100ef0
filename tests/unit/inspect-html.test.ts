import { describe, expect, test } from 'vitest';
import { findContentPolicies, inspectPage } from '../../src/check/html/inspect-html.ts';

describe('inspectPage', () => {
  test("reads a page's metadata", () => {
    const { facts, ...others } = inspectPage(`<!doctype html><html><head><title> A &amp; B </title>
      <meta name="description" content="Of A and B."/><meta name="robots" content="noindex, follow"/></head>
      <body id="top"><h1>A</h1><svg><title>a drawing</title></svg><img src="/a.png"/><img src="/b.png" alt=""/>
      <sitegen-island name="tip"></sitegen-island><sitegen-island name="form"></sitegen-island></body></html>`);

    expect(facts).toMatchObject({
      title: 'A & B',
      description: 'Of A and B.',
      noindex: true,
      ids: ['top'],
      islands: ['form', 'tip'],
    });
    expect(others).toMatchObject({ h1Count: 1, imagesWithoutAlt: ['/a.png'] });
  });

  test.each([
    ['<a href="/x/?a=1&amp;b=2#c">', '/x/?a=1&b=2#c', 'a[href]'],
    ['<svg><use href="/icons.svg#x"></use></svg>', '/icons.svg#x', 'use[href]'],
  ])('finds the reference in %s', (html, url, from) => {
    expect(inspectPage(html).facts.references).toEqual([{ url, from }]);
  });

  test.each([
    ['<meta name="Robots" content="noindex">', true],
    ['<meta name="robots" content="NoIndex"><meta name="robots" content="max-snippet:9">', true],
    ['<meta name="robots" content="follow,none">', true],
    ['<meta name="robots" content="max-image-preview:none, follow">', false],
    ['<meta name="robots" content="noindex-like">', false],
  ])('%s hides the page from search engines: %s', (html, noindex) => {
    expect(inspectPage(html).facts.noindex).toBe(noindex);
  });

  test.each([
    ['<a name="one"></a><p id="two"></p>', ['two', 'one']],
    ['<a NAME="a&amp;b"></a><a name=""></a><p name="x"></p>', ['a&b']],
    ['<template><a name="x"></a></template>', []],
  ])('the fragments of %s are %j', (html, ids) => {
    expect(inspectPage(html).facts.ids).toEqual(ids);
  });

  test.each([
    ['width="300px" height=" 200.5"', { width: 300, height: 200.5 }],
    ['width="0" height="0"', { width: 0, height: 0 }],
    ['width="100%" height="10"', undefined],
    ['width="" height="10"', undefined],
    ['width="auto" height="10"', undefined],
  ])('an image with %s has the size %j', (attributes, size) => {
    expect(inspectPage(`<img src="/a.png" ${attributes}>`).facts.images[0]?.size).toEqual(size);
  });

  test('of an image in a <picture>, browsers choose among the sources', () => {
    const html = '<picture><source srcset="/a.avif"><img src="/a.png"></picture><img src="/b.png">';

    expect(inspectPage(html).facts.images.map(({ hasOthers }) => hasOthers)).toEqual([true, false]);
  });

  test.each([
    ['<script type="importmap">{}</script>', ['script']],
    ['<script type=" application/javascript ">1</script>', ['script']],
    ['<script type="application/ld+json">{}</script>', []],
  ])('policies apply to %s: %j', (html, inline) => {
    expect(inspectPage(html).inline).toEqual(inline);
  });

  test('finds every address in a srcset, and each address once per place', () => {
    const { facts } = inspectPage('<img src="/a,b.png" srcset="/a,b.png 1x, /c.png 2x"><img src="/a,b.png">');

    expect(facts.references.map(({ url, from }) => `${from} ${url}`)).toEqual([
      'img[src] /a,b.png',
      'img[srcset] /a,b.png',
      'img[srcset] /c.png',
    ]);
  });

  test.each([
    ['<STYLE>.a{}</STYLE><p>Write url(/photo.png)</p>', []],
    ['<style>p{background:url(/a.png)}</style/><p>url(/b.png)</p>', ['/a.png']],
    [
      '<style>p{background:url(/a.png)}</stylex>q{background:url(/b.png)}</Style\n><p>url(/c.png)</p>',
      ['/a.png', '/b.png'],
    ],
    ['<svg><style/><text>url(/a.png)</text></svg><style></style>', []],
    ['<script><!-- <script> </script> <a href="/no"> --></script><a href="/yes">', ['/yes']],
    ['<script><!-- <script> --></script><a href="/yes"></script>', ['/yes']],
  ])('%s refers to %j', (html, urls) => {
    expect(inspectPage(html).facts.references.map(({ url }) => url)).toEqual(urls);
  });
});

describe('templates', () => {
  const PARTS =
    '<title>T</title><meta name="robots" content="noindex"><h1 id="a">H</h1><main>M</main><a href="/x/">x</a><img src="/x.png">' +
    '<p style="background:url(/s.png)">p</p><style>p{background:url(/t.png)}</style><script>1</script>';
  /** What `PARTS` adds to a page if it is around them. */
  const read = (before: string, after: string) => {
    const { facts, titles, h1Count, mainCount, imagesWithoutAlt, inline } = inspectPage(before + PARTS + after);
    const urls = facts.references.map(({ url }) => url);
    return { ids: facts.ids, urls, noindex: facts.noindex, titles, h1Count, mainCount, imagesWithoutAlt, inline };
  };
  const URLS = ['/x/', '/x.png', '/s.png', '/t.png'];
  const INLINE = ['style', 'script'];
  const nothing = {
    ids: [],
    urls: [],
    noindex: false,
    titles: [],
    h1Count: 0,
    mainCount: 0,
    imagesWithoutAlt: [],
    inline: [],
  };
  const shadow = { ...nothing, urls: URLS, imagesWithoutAlt: ['/x.png'], inline: INLINE };
  const all = { ...shadow, ids: ['a'], noindex: true, titles: ['T'], h1Count: 1, mainCount: 1 };

  test.each([
    ['<template>', '</template>'],
    ['<TEMPLATE>', ''],
    ['<template><template>', '</template></template>'],
    ['<svg><foreignObject><template></svg>', '</template></foreignObject></svg>'],
    ['<template><template shadowrootmode="open">', '</template></template>'],
    ['<template shadowrootmode="open"><template>', '</template></template>'],
  ])('%s…%s: its content is not part of the page', (before, after) => {
    expect(read(before, after)).toEqual(nothing);
  });

  test.each([
    ['<div><template shadowrootmode="open">', '</template></div>'],
    ['<div><template shadowrootmode=Closed>', ''],
  ])('%s…%s: it is shown, but has its own ids and headings', (before, after) => {
    expect(read(before, after)).toEqual(shadow);
  });

  test.each([
    ['<template></template>', ''],
    ['<template><svg><g></template>', ''],
    ['<textarea><template></textarea>', ''],
    ['<script>"<template>"</script>', ''],
    ['</template>', ''],
    ['<sitegen-island name="tabs"><template slot="children">', '</template></sitegen-island>'],
  ])('%s…%s: it is part of the page', (before, after) => {
    expect({ ...read(before, after), inline: INLINE }).toEqual(all);
  });

  test('a template in a srcdoc is no different', () => {
    const html = `<iframe srcdoc="<template><a href='/a/'></a></template><a href='/b/'></a>"></iframe>`;

    expect(inspectPage(html).facts.references.map(({ url }) => url)).toEqual(['/b/']);
  });

  test.each([
    ['definitions that are the same', '<mask id="a"><g /></mask>', '<mask id="a"><g /></mask>', [], ['a']],
    ['definitions that differ', '<mask id="a"><g /></mask>', '<mask id="a"><b /></mask>', ['a'], []],
    ['other elements that are the same', '<g id="a"></g>', '<g id="a"></g>', ['a'], []],
  ])('ids of %s', (_, one, other, repeatedIds, copiedIds) => {
    const html = `<svg>${one}</svg><svg>${other}</svg>`;
    expect(inspectPage(html)).toMatchObject({ repeatedIds, copiedIds });
  });

  test('an id in a template does not clash, and policies in it do not count', () => {
    const policy = '<meta http-equiv="Content-Security-Policy" content="default-src">';
    const html = `<template id="b"><i id="a"></i>${policy}</template><i id="a"></i><template shadowrootmode="open"><i id="a"></i></template>`;

    expect(inspectPage(html)).toMatchObject({ repeatedIds: [], facts: { ids: ['b', 'a'], contentPolicy: '' } });
    expect(findContentPolicies(html)).toEqual([]);
  });
});

describe('findContentPolicies', () => {
  test('finds policies and their places', () => {
    const html = `<head><meta charSet="utf-8"/><meta http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;"/><title>`;

    const [found, ...others] = findContentPolicies(html);

    expect(found?.policy).toBe("default-src 'none'");
    expect(html.slice(found?.start, found?.end)).toMatch(/^<meta http-equiv.*\/>$/);
    expect(others).toEqual([]);
    expect(findContentPolicies(html.replace('<title>', '').repeat(2))).toHaveLength(2);
  });
});
