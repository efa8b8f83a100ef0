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

describe('content that React silently drops is an error with its line', () => {
  test.each([
    ['a handler outside an island', `<button onClick={() => {}}>x</button>`, 'handler-lost', '<button>'],
    ['a ref outside an island', `<p ref={() => {}}>x</p>`, 'ref-lost', '<p>'],
    ['a component that returns a promise', `<Later />`, 'page-failed', '<Later>'],
    ['a promise that is new in each pass', `<Use />`, 'page-failed', '`use`'],
    [
      'what fails behind a fallback',
      `<Suspense fallback="x"><Fails /></Suspense>`,
      'page-failed',
      'Error: behind a fallback',
    ],
  ])('%s', async (_what, body, code, message) => {
    const before = `import React, { Suspense, use } from 'react';
function Later() { return Promise.resolve(<p>x</p>); }
function Use() { return <p>{use(Promise.resolve(1))}</p>; }
function Fails(): any { throw new Error('behind a fallback'); }`;

    const found = await findings(body, before);

    expect(found).toMatchObject([
      { code, severity: 'error', place: { file: 'templates/pages/index.tsx', line: expect.any(Number) as number } },
    ]);
    expect(found[0]?.message).toContain(message);
  });

  test('a component that waits for its code', async () => {
    const before = `import { lazy } from 'react';\nconst Lazy = lazy(async () => ({ default: () => <p>x</p> }));`;

    expect(await findings('<Lazy />', before)).toMatchObject([
      {
        code: 'page-failed',
        message: expect.stringContaining('import the component') as string,
        place: { line: expect.any(Number) as number },
      },
    ]);
  });

  test('an effect outside an island is a warning', async () => {
    const before = `import { useEffect } from 'react';\nfunction Clock() {\n  useEffect(() => {});\n  return null;\n}`;

    expect(await findings('<Clock />', before)).toMatchObject([
      {
        code: 'effect-lost',
        severity: 'warning',
        message: expect.stringMatching(/^Clock .*`useEffect`/) as string,
        place: { line: 3 },
      },
    ]);
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

  test('nesting that a browser restructures', async () => {
    expect(await findings('<p><div>x</div></p>')).toMatchObject([
      { code: 'html-nesting', message: expect.stringContaining('<div> inside <p>') as string },
    ]);
  });

  test('all problems of one element, in any order', async () => {
    const body = `<button style={{ color: 'red' }} onClick={() => {}} ref={() => {}}>x</button>`;

    expect((await findings(body)).map(({ code }) => code)).toEqual(['handler-lost', 'ref-lost']);
  });

  test.each([
    ['<Part hydrate={{ visible: "10rem" }} />', 'island-hydrate'],
    ['<Part hydrate="hover" />', 'island-hydrate'],
    ['<Part hydrate={{ visible: "10px", media: "print" }} />', 'island-hydrate'],
    ['<Part>in no page</Part>', 'children-lost'],
    ['<svg><Part /></svg>', 'html-nesting'],
  ])('an island that cannot work as written: %s', async (body, code) => {
    const part = `import { island } from 'sitegen';\nexport default island('part', (_props: any) => <b>x</b>);`;

    const found = await findings(body, `import Part from '../islands/part.tsx';`, {
      'templates/islands/part.tsx': part,
    });

    expect(found).toMatchObject([{ code, severity: 'error' }]);
  });

  test('a link to a script', async () => {
    expect(await findings(`<a href="javascript:alert(1)">x</a>`)).toMatchObject([{ code: 'script-address' }]);
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
