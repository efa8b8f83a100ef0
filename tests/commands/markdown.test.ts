/** Markdown files as pages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { jpeg } from '../helpers/images.ts';
import { makeProject, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';
import { changesSeen, untilChanged } from '../helpers/watching.ts';

/** A Markdown page. */
function markdown(title: string, body: string): string {
  return `---\ntitle: ${title}\ndescription: About ${title}.\n---\n\n# ${title}\n\n${body}\n`;
}

async function sitegenOk(root: string) {
  const { code, stderr } = await sitegen(root, 'build');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

const LAYOUT = 'export default ({ meta, children }: any) => <main data-of={meta.title}>{children}</main>;';
const ISLAND = `import { island } from 'sitegen';
export default island('tick', ({ n }: { n: number }) => <button>{n}</button>);`;
const COMPONENTS = `import Tick from './islands/tick.tsx';
export const components = {
  Callout: ({ kind, children }: any) => <aside className={kind}>{children}<Tick n={1} /></aside>,
};`;

test('a Markdown file is a page with layout, base, components, islands and a sitemap entry', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { site: 'https://example.org', base: '/docs/' };`,
    'templates/pages/layout.tsx': LAYOUT,
    'templates/islands/tick.tsx': ISLAND,
    'templates/markdown.tsx': COMPONENTS,
    'templates/pages/index.tsx': undefined,
    'templates/pages/index.md': markdown('Home', '[Setup](/guide/setup/#Steps), \\<b>text\\</b>'),
    'templates/pages/guide/setup.md': markdown('Setup', '## Steps\n\n> [!NOTE]\n> Careful.').replace(
      'title:',
      'updated: 2026-03-04\ntitle:',
    ),
    'templates/pages/404.md': markdown('Not found', '[Home](/)'),
  });

  const broken = await sitegen(project.root, 'build');
  expect(broken.code).toBe(1);
  expect(broken.stderr).toMatch(/error fragment-broken +templates\/pages\/index\.md:8:1\n.*"#steps"/);

  await project.write({
    'templates/pages/index.md': markdown('Home', '[Setup](/guide/setup/#steps), \\<b>text\\</b>'),
  });
  await sitegenOk(project.root);
  const [home, setup] = [await project.read('out/index.html'), await project.read('out/guide/setup/index.html')];
  expect(home).toContain('<main data-of="Home"><h1 id="home">Home</h1>');
  expect(home).toContain('<a href="/docs/guide/setup/#steps">Setup</a>, &lt;b&gt;text&lt;/b&gt;');
  expect(home).not.toContain('<script');
  expect(setup).toMatch(/<aside class="note">\n<p>Careful\.<\/p>\n<sitegen-island name="tick"/);
  expect(setup).toContain('<script type="module"');
  expect(await project.read('out/sitemap.xml')).toMatch(/guide\/setup\/<\/loc><lastmod>2026-03-04</);
  expect(await project.read('out/404.html')).toContain('<h1 id="not-found">');
});

test('relative addresses in Markdown refer to files: page files or assets', async () => {
  const photograph = await jpeg(4, 3);
  const links = [
    '[Setup](guide/setup.md#steps)',
    '[Home](index.tsx)',
    '[Über uns](./über%20uns.md?a#b)',
    '![Photo](../photos/My%20photo.JPG)',
    '[Paper][paper] [Folder](../guide/setup/)',
    '',
    '[paper]: ../paper.pdf#page=2',
  ].join('\n');
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '/docs/' };`,
    'templates/pages/a.md': markdown('A', links),
    'templates/pages/über uns.md': markdown('About', '').replace('# About', '# B'),
    'templates/pages/guide/setup.md': markdown('Setup', '## Steps\n\n[A](../a.md)'),
    'templates/photos/My photo.JPG': photograph,
    'templates/paper.pdf': 'paper',
  });
  await sitegenOk(project.root);
  const html = await project.read('out/a/index.html');
  const [image, photo = ''] = /<img [^>]*src="\/docs\/(assets\/My-photo-[\da-f]{8}\.jpg)"[^>]*>/.exec(html) ?? [];
  expect(image).toMatch(/width="4" height="3".* loading="lazy"/);
  expect(readFileSync(path.join(project.root, 'out', photo))).toEqual(photograph);
  expect([...html.matchAll(/href="([^"]*)">/g)].map(([, address]) => address)).toEqual([
    '/docs/guide/setup/#steps',
    '/docs/',
    '/docs/%C3%BCber%20uns/?a#b',
    expect.stringMatching(/^\/docs\/assets\/paper-[\da-f]{8}\.pdf#page=2$/),
    '../guide/setup/',
  ]);
  expect(await project.read('out/guide/setup/index.html')).toContain('<a href="/docs/a/">A</a>');
  const server = await serveProject(project);
  const shown = await (await fetch(new URL('/docs/a/', server.url))).text();
  expect(shown).toContain(photo);
  const served = await fetch(new URL(`/docs/${photo}`, server.url));
  expect(Buffer.from(await served.arrayBuffer())).toEqual(photograph);
});

test('code gets classes from the stylesheet, and no inline styles', async () => {
  const code = '```ts\nconst a = 1 < 2;\n```\n\n```text\nb\n```';
  const project = await makeProject({
    'templates/pages/a.md': markdown('A', code),
    'templates/pages/b.md': markdown('B', code),
  });
  await sitegenOk(project.root);

  const html = await project.read('out/a/index.html');
  expect(html).toContain(
    '<pre tabindex="0" data-language="ts"><code class="language-ts" data-language="ts"><span class="c-keyword">const</span> <span class="c-constant">a</span> ',
  );
  expect(html).toContain(
    '<pre tabindex="0" data-language="text"><code class="language-text" data-language="text">b\n</code></pre>',
  );
  expect(html).not.toContain('style=');
  const [, sheet = ''] = /rel="stylesheet" href="(.*?)"/.exec(html) ?? [];
  expect(await project.read(`out${sheet}`)).toMatch(/@layer base\{.*prefers-color-scheme: ?dark.*\.c-keyword/s);
  expect(await project.read('out/index.html')).toContain(sheet);
});

test('what other generators would process is reported: tags, fields, files and names', async () => {
  const tags = '{{ page.title }}\n\n{% include x.html %}\n\n**「a」**b **「c」**です';
  const project = await makeProject({
    'templates/pages/a.md': markdown('A', tags).replace('---\n', '---\npermalink: /b/\naliases: [/c/]\n'),
    'templates/pages/b.mdx': markdown('B', '**「c」**です [d](./d.html)').replace('---\n', '---\nalias: x\n'),
    'templates/pages/old.html': '<p>x</p>',
    'templates/pages/d.html': '<p>x</p>',
    'templates/pages/e/f.njk': '{{ x }}',
    'templates/pages/e/_index.md': markdown('E', ''),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  const found = [...stderr.matchAll(/warning ([\w-]+) +(\S+)/g)].map(([, id, place]) => `${id} ${place}`);
  expect(found.toSorted()).toEqual([
    'not-processed templates/pages/a.md:10:1',
    'not-processed templates/pages/a.md:14:1',
    'not-processed templates/pages/a.md:2:1',
    'not-processed templates/pages/b.mdx:9:1',
    'not-processed templates/pages/e/_index.md',
    'not-processed templates/pages/e/f.njk',
    'not-processed templates/pages/old.html',
  ]);
  expect(stderr.match(/`(?:markdown-it|remark)-cjk-friendly`/g)?.toSorted()).toEqual([
    '`markdown-it-cjk-friendly`',
    '`remark-cjk-friendly`',
  ]);
});

test('HTML shown as text is reported once per file, at its first place', async () => {
  const project = await makeProject({
    'templates/pages/a.md': markdown('A', '<!-- note -->\n\n`<b>`, \\<b> <!-- note -->\n\n```html\n<b>\n```'),
    'templates/pages/b.md': markdown('B', '<!-- note -->\n\na<br>b <i>c</i>\n\n<div>d</div>'),
    'templates/pages/c.tsx': `import { pages } from '../../lib/pages.ts';
export const meta = { title: 'C', description: 'All pages.' };
export default async () => <main><h1>C</h1>{(await pages.all()).map(({ slug, Content }) => <Content key={slug} />)}</main>;`,
    'lib/pages.ts': `import { collection } from 'sitegen/content';
export const pages = collection('content/*.md');`,
    'content/d.md': 'a\n\n<div>b</div>',
  });

  const { code, stderr } = await sitegen(project.root, 'build');
  expect(code).toBe(0);
  const found = [...stderr.matchAll(/warning ([\w-]+) +(\S+)/g)].map(([, id, place]) => `${id} ${place}`);
  expect(found).toEqual(['html-escaped templates/pages/b.md:10:2', 'html-escaped content/d.md:3:1']);

  await project.write({ 'sitegen.config.ts': `export default { markdown: { html: true } };` });
  await sitegenOk(project.root);
});

test('all mistakes in Markdown pages, broken links and images are reported in one run, where they are written', async () => {
  const files: Record<string, string> = {
    'untitled.md': 'Text.\n',
    'number.md': '---\ntitle: Number\ndescription:\n  - a\n---\n',
    'yaml.md': '---\ntitle: a: b\n---\n',
    'script.md': markdown('Script', 'a [b](javascript:c)'),
    'deep.md': markdown('Deep', '> '.repeat(10_000)),
    'list/[slug].md': markdown('Slug', ''),
    'links.md': markdown(
      'Links',
      '`[a](gone.md)`\n[a](gone.md) ![b](gone.png)\n[c](b.md#gone)\n[d](../../../outside.md)\n[e](/gone/)',
    ),
    'b.md': markdown('B', '[top](#nothing)'),
  };
  const project = await makeProject({
    ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`templates/pages/${file}`, text])),
    'templates/pages/latin.md': Buffer.from('---\ntitle: caf\xe9\n---\n', 'latin1'),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  const found = [...stderr.matchAll(/error ([\w-]+) +templates\/pages\/(\S+)/g)].map(
    ([, id, place]) => `${id} ${place}`,
  );
  expect(found.toSorted()).toEqual([
    'asset-missing links.md:9:14',
    'content-invalid deep.md:8:1',
    'content-invalid latin.md',
    'content-invalid number.md:4:3',
    'content-invalid script.md:8:3',
    'content-invalid untitled.md:1:1',
    'content-invalid yaml.md:2:8',
    'file-name list/[slug].md',
    'fragment-broken b.md:8:1',
    'fragment-broken links.md:10:1',
    'link-broken links.md:11:1',
    'link-broken links.md:12:1',
    'link-broken links.md:9:1',
  ]);
});

test('`serve` renders Markdown on request, finds new files, and reports mistakes until they are corrected', async () => {
  const project = await makeProject({ 'templates/pages/a.md': markdown('A', 'one') });
  const server = await serveProject(project);
  const html = async (address: string) => (await fetch(server.url + address)).text();

  expect(await html('a/')).toContain('<p>one</p>');
  const seen = await changesSeen(server);
  await project.write({ 'templates/pages/a.md': markdown('A', 'two'), 'templates/pages/b.md': markdown('B', 'new') });
  expect(await html('a/')).toContain('<p>two</p>');
  expect(await html('b/')).toContain('<p>new</p>');
  await untilChanged(server, seen); // open pages refresh
  await project.write({ 'templates/pages/a.md': '---\ntitle: a: b\n---\n' });
  await server.says('templates/pages/a.md:2:8');
  await project.write({ 'templates/markdown.tsx': 'export const components = { p: () => <i>replaced</i> };' });
  await project.write({ 'templates/pages/a.md': markdown('A', 'three') });
  expect(await html('a/')).toContain('<i>replaced</i>');
});
