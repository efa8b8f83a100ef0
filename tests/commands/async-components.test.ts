import { expect, test } from 'vitest';
import { makeProject, packageOf, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const POST = `import { setTimeout as sleep } from 'node:timers/promises';
export async function Post({ id }: { id: number }) {
  await sleep(1);
  return <b>Post {id}</b>;
}`;

const PACKAGE = `import { jsx } from 'react/jsx-runtime';
export async function Inner() { return 'inner'; }
export const Outer = () => jsx('i', { children: jsx(Inner, {}) });`;

const ISLAND = `import type { ReactNode } from 'react';
import { island } from 'sitegen';
export default island('box', function Box({ children }: { children: ReactNode }) { return <div>{children}</div>; });`;

const IMPORTS = `import Box from '../islands/box';\nimport { Post } from '../post';`;

const asyncPage = (title: string, body: string, before = '') =>
  page(title, body, before).replace('export default function', 'export default async function');

test('pages, layouts and the shell await components, in `build` and `serve`, and islands arrive with their script', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { external: ['loaded'] };`,
    'templates/post.tsx': POST,
    'templates/islands/box.tsx': ISLAND,
    'templates/shell.tsx': `import type { ShellProps } from 'sitegen';
export default async function Shell({ meta, script, children }: ShellProps) {
  return <html lang="en"><head><title>{meta.title}</title><meta name="description" content={meta.description} />{script && <script type="module" src={script} />}</head><body>{children}</body></html>;
}`,
    'templates/pages/layout.tsx': `import { Post } from '../post';
export default async function Layout({ children }: any) { return <><Post id={1} />{children}</>; }`,
    'templates/pages/index.tsx': asyncPage(
      'Home',
      '<Post id={2} /><Box><Post id={3} /></Box><Inner /><Bundled />',
      `${IMPORTS}\nimport { Inner } from 'loaded'; import { Outer as Bundled } from 'bundled';`,
    ),
    ...packageOf('loaded', { type: 'module', exports: './index.js' }, { 'index.js': PACKAGE }),
    ...packageOf('bundled', { type: 'module', exports: './index.js' }, { 'index.js': PACKAGE }),
  });

  const { code, stderr } = await sitegen(project.root, 'build', '--strict');

  expect([code, stderr]).toEqual([0, '']);
  const html = await project.read('out/index.html');
  expect(html.replace(/<sitegen-[^>]*>/g, '<sitegen>')).toContain(
    '<body><b>Post 1</b><main><h1>Home</h1><b>Post 2</b><sitegen><div><sitegen><b>Post 3</b></sitegen-children></div></sitegen-island>inner<i>inner</i></main></body>',
  );
  expect(html).toMatch(/<script type="module" src="\/assets\/islands-\w+\.js">/);
  const server = await serveProject(project, '--no-watch');
  expect(await (await fetch(server.url)).text()).toBe(html);
});

test('components that fail or cannot be awaited are reported with their name and place', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { external: ['loaded'], limits: { seconds: 1 } };`,
    'templates/post.tsx': `${POST}
export async function Fails() { await null; throw new Error('no post'); }
export async function Rejects() { await null; throw { status: 404 }; }
export async function Never() { await new Promise(() => {}); return null; }
export async function Endless() { return <Endless />; }
export async function Clicks() { await null; return <button onClick={() => {}}>x</button>; }
export const Plain = () => Promise.resolve('x');`,
    'templates/islands/box.tsx': ISLAND.replace('function', 'async function'),
    ...Object.fromEntries(
      ['Fails', 'Rejects', 'Never', 'Endless', 'Clicks', 'Plain', 'Outer'].map((name) => [
        `templates/pages/${name.toLowerCase()}.tsx`,
        page(
          name,
          `<Post id={1} />\n<${name} />`,
          `import { Post${name === 'Outer' ? '' : `, ${name}`} } from '../post';\nimport { ${name === 'Outer' ? name : 'Inner'} } from 'loaded';`,
        ),
      ]),
    ),
    ...packageOf('loaded', { type: 'module', exports: './index.js' }, { 'index.js': PACKAGE }),
  });

  const { stdout } = await sitegen(project.root, 'check', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Found[] };
  const found = diagnostics.map(({ code, place, message }) => {
    const component = /<\w+>|island "\w+"/.exec(message)?.[0];
    return `${place.file.slice('templates/'.length)}:${place.line} ${code} ${component}`;
  });
  expect(found.toSorted()).toEqual([
    'islands/box.tsx:3 page-failed island "box"',
    'islands/box.tsx:undefined island-unused island "box"',
    'pages/endless.tsx:undefined page-failed <Endless>',
    'pages/never.tsx:undefined page-failed <Never>',
    'pages/outer.tsx:undefined page-failed undefined',
    'pages/plain.tsx:7 page-failed <Plain>',
    'pages/rejects.tsx:undefined page-failed <Rejects>',
    'post.tsx:10 handler-lost <button>',
    'post.tsx:6 page-failed <Fails>',
  ]);
  expect(messageOf(diagnostics, 'never')).toContain('<Never> did not resolve within 1 second (`limits.seconds`');
  expect(messageOf(diagnostics, 'outer')).toContain('A component returns, contains or throws a promise');
});

test('lists that change from pass to pass show the data of their own items, and a page that is never complete is an error', async () => {
  const project = await makeProject({
    'templates/post.tsx': POST,
    'templates/pages/reversed.tsx': page(
      'Reversed',
      '{ids.reverse().map((id) => <p key={id}>{id}: <Post id={id} /></p>)}',
      `import { Post } from '../post';\nconst ids = [1, 2];`,
    ),
    'templates/pages/random.tsx': page('Random', '<Post id={Math.random()} />', `import { Post } from '../post';`),
  });

  const { stdout } = await sitegen(project.root, 'check', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Found[] };
  expect(diagnostics.map(({ code, place }) => `${place.file} ${code}`)).toEqual([
    'templates/pages/random.tsx async-unstable',
  ]);
  expect(messageOf(diagnostics, 'random')).toContain('<Post> is async');
  const server = await serveProject(project);
  expect(await (await fetch(new URL('reversed/', server.url))).text()).toMatch(
    /1: <b>Post 1<\/b>.*2: <b>Post 2<\/b>|2: <b>Post 2<\/b>.*1: <b>Post 1<\/b>/,
  );
  expect((await fetch(new URL('random/', server.url))).status).toBe(500);
});

interface Found {
  readonly code: string;
  readonly message: string;
  readonly place: { readonly file: string; readonly line?: number };
}

function messageOf(diagnostics: readonly Found[], name: string): string | undefined {
  return diagnostics.find(({ place }) => place.file === `templates/pages/${name}.tsx`)?.message;
}
