import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly place: { readonly file: string; readonly line?: number };
  readonly pages?: { readonly paths: readonly string[]; readonly count: number };
}

/** Builds a site with one page, and returns its problems. */
async function findings(body: string, before = '', files: Record<string, string> = {}): Promise<Found[]> {
  const project = await makeProject({ 'templates/pages/index.tsx': page('Home', body, before), ...files });
  const { stdout } = await sitegen(project.root, 'build', '--json');
  return (JSON.parse(stdout) as { diagnostics: Found[] }).diagnostics;
}

const SHELL = (title: string, meta: string) => `export default function Shell({ meta, children }: any) {
  return <html lang="en"><head>${title}${meta}<meta name="description" content={meta.description} /></head><body>{children}</body></html>;
}`;

/** Used by all pages below. */
const PARTS = `import React, { Suspense, lazy, use, useEffect } from 'react';
function Later() { return Promise.resolve(<p>x</p>); }
function Use() { return <p>{use(Promise.resolve(1))}</p>; }
function Fails(): any { throw new Error('behind a fallback'); }
const Lazy = lazy(async () => ({ default: () => <p>x</p> }));
function Clock() {
  useEffect(() => {});
  return null;
}`;

/** Code that ends up in no HTML, by the name of its page. */
const LOST: Readonly<Record<string, readonly [body: string, code: string, message: RegExp]>> = {
  'a-handler': [`<button onClick={() => {}}>x</button>`, 'handler-lost', /<button>/],
  'b-ref': [`<p ref={() => {}}>x</p>`, 'ref-lost', /<p>/],
  'c-promise': ['<Later />', 'page-failed', /<Later>/],
  'd-new-promise': ['<Use />', 'page-failed', /`use`/],
  'e-fallback': ['<Suspense fallback="x"><Fails /></Suspense>', 'page-failed', /Error: behind a fallback/],
  'f-lazy': ['<Lazy />', 'page-failed', /import the component/],
  'g-effect': ['<Clock />', 'effect-lost', /^Clock .*`useEffect`/],
};

describe('content that React silently drops is reported with its line', () => {
  test('outside of islands', async () => {
    const pages = Object.entries(LOST).map(([name, [body]]) => [
      `templates/pages/${name}.tsx`,
      page(name, body, PARTS),
    ]);

    const found = await findings('', '', Object.fromEntries(pages) as Record<string, string>);

    expect(found.toSorted((a, b) => (a.place.file < b.place.file ? -1 : 1))).toMatchObject(
      Object.entries(LOST).map(([name, [, code, message]]) => ({
        code,
        severity: code === 'effect-lost' ? 'warning' : 'error',
        message: expect.stringMatching(message) as string,
        place: { file: `templates/pages/${name}.tsx`, line: expect.any(Number) as number },
      })),
    );
  });

  test('a title with several children, reported once for a shell with two pages', async () => {
    const found = await findings('', '', {
      'templates/shell.tsx': SHELL(`<title>{meta.title} – {'Brand'}</title>`, ''),
      'templates/pages/other.tsx': page('Other', ''),
    });

    expect(found).toMatchObject([{ code: 'title-children', place: { file: 'templates/shell.tsx', line: 2 } }]);
    expect(found[0]?.pages).toMatchObject({ paths: ['/', '/other/'], count: 2 });
  });

  test.each([
    [`default-src 'self'`, ['style-blocked']],
    [`default-src 'none'; style-src 'self' 'unsafe-inline'`, []],
    [`script-src 'self'`, []],
  ])('a style attribute under the policy %s', async (policy, codes) => {
    const found = await findings(`<p style={{ color: 'red' }}>x</p>`, '', {
      'templates/shell.tsx': SHELL(
        '<title>{meta.title}</title>',
        `<meta httpEquiv="Content-Security-Policy" content="${policy}" />`,
      ),
    });

    expect(found.map(({ code }) => code)).toEqual(codes);
  });

  test('scripts and styles inside the page that a policy blocks', async () => {
    const files = {
      'templates/shell.tsx': SHELL(
        '<title>{meta.title}</title>',
        `<meta httpEquiv="Content-Security-Policy" content="default-src 'self'" /><script type="application/ld+json">{'{}'}</script><script>{'1'}</script><style>{'p{}'}</style>`,
      ),
    };

    const found = await findings('', '', files);

    expect(found.map(({ code, message }) => [code, /<\w+>/.exec(message)?.[0]])).toEqual([
      ['inline-blocked', '<script>'],
      ['inline-blocked', '<style>'],
    ]);
  });

  test('all problems of one element, in any order', async () => {
    const body = `<button style={{ color: 'red' }} onClick={() => {}} ref={() => {}}>x</button>`;

    expect((await findings(body)).map(({ code }) => code)).toEqual(['handler-lost', 'ref-lost']);
  });

  test.each([
    ['<Part hydrate={{ visible: "10rem" }} />', 'island-prop'],
    ['<svg><Part /></svg>', 'html-nesting'],
  ])('an island that cannot work as written: %s', async (body, code) => {
    const part = `import { island } from 'sitegen';\nexport default island('part', (_props: any) => <b>x</b>);`;

    const found = await findings(body, `import Part from '../islands/part.tsx';`, {
      'templates/islands/part.tsx': part,
    });

    expect(found).toMatchObject([{ code, severity: 'error' }]);
  });
});

test('does not preload images unless requested', async () => {
  const project = await makeProject({
    'templates/pages/index.tsx': page(
      'Home',
      '<img src="/a.png" alt="" /><img src="/b.png" srcSet="/b.png 1x" alt="" /><img src="/c.png" alt="" fetchPriority="high" />',
    ),
    'public/a.png': '',
    'public/b.png': '',
    'public/c.png': '',
  });

  const { code } = await sitegen(project.root, 'build');

  const $ = load(await project.read('out/index.html'));
  expect(code).toBe(0);
  expect(
    $('img')
      .map((_, image) => $(image).attr('src'))
      .get(),
  ).toEqual(['/a.png', '/b.png', '/c.png']);
  expect(
    $('link[rel=preload]')
      .map((_, link) => $(link).attr('href'))
      .get(),
  ).toEqual(['/c.png']);
});

test('elements stay plain: components can inspect and clone them', async () => {
  const project = await makeProject({
    'templates/islands/slot.tsx': `import { cloneElement } from 'react';
import { island } from 'sitegen';
function Slot({ children, ...props }: any) { return cloneElement(children, { ...props, title: children.type }); }
export default island('slot', () => <Slot className="slot"><button onClick={() => {}}>go</button></Slot>);`,
    'templates/pages/index.tsx': page('Home', '<Slot />', `import Slot from '../islands/slot.tsx';`),
  });

  await sitegen(project.root, 'build');

  expect(load(await project.read('out/index.html'))('button').attr()).toEqual({ class: 'slot', title: 'button' });
});
