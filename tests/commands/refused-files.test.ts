/** Files that must not be published, on every path to `out`. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { jpeg } from '../helpers/images.ts';
import { makeProject, packageOf, page, serveProject, type Project } from '../helpers/project.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

const SECRET = 'The secret of this test: 7c1d0e';

const markdown = (title: string, body: string) =>
  `---\ntitle: ${title}\ndescription: About ${title}.\n---\n\n# ${title}\n\n${body}\n`;

const COLLECTION = `import * as v from 'valibot';
import { collection } from 'sitegen/content';
export const posts = collection('content/posts/**/*.{md,mdx}', {
  schema: v.object({ title: v.string(), description: v.string() }), path: ({ slug }) => '/blog/' + slug + '/',
});`;

const POST = `import { posts } from '../../../lib/posts.ts';
export const paths = async () => (await posts.all()).map(({ slug }) => ({ params: { slug } }));
export const load = ({ params }: any) => posts.get(params.slug);
export const meta = ({ data }: any) => data.data;
export default ({ data: { Content } }: any) => <main><Content /></main>;`;

const BLOG = { 'lib/posts.ts': COLLECTION, 'templates/pages/blog/[...slug].tsx': POST };

async function projectWith(files: Parameters<typeof makeProject>[0]): Promise<Project> {
  const project = await makeProject(files);
  symlinkSync(path.join(ROOT, 'node_modules/valibot'), path.join(project.root, 'node_modules/valibot'), 'junction');
  return project;
}

/** `code file:line` for each error. */
async function errorsOf({ root }: Project): Promise<string[]> {
  const { code, stderr } = await sitegen(root, 'build');
  const found = [...stderr.matchAll(/^error ([\w-]+) +(\S+?)(?::\d+)?$/gm)].map(([, id, place]) => `${id} ${place}`);
  expect(code).toBe(found.length === 0 ? 0 : 1);
  return found.toSorted();
}

/** All files that a reader, or the next build, could find. */
async function expectNoSecret({ root, list }: Project): Promise<void> {
  for (const folder of ['out', '.sitegen']) {
    const files = (await list(folder)).map((file) => readFileSync(path.join(root, folder, file), 'utf8'));
    expect(files.filter((text) => text.includes(SECRET))).toEqual([]);
  }
}

test('content publishes neither secrets nor code; each is reported with its line, along with other mistakes', async () => {
  const links = [
    '../../.env',
    '../../id.pem',
    '../../node_modules/x/a.txt',
    '../draft.MD',
    '../../lib/posts.ts',
    'out.txt',
  ];
  const lines = [...links.map((link) => `[a](${link})`), '![b](../../secrets.yaml)', '[c](/gone/)', '[d](ignored.txt)'];
  const project = await projectWith({
    ...BLOG,
    '.env': SECRET,
    'id.pem': SECRET,
    'secrets.yaml': SECRET,
    'node_modules/x/a.txt': SECRET,
    'content/draft.MD': SECRET,
    'content/posts/ignored.txt': SECRET,
    '.gitignore': 'ignored.*\nnode_modules\nout\n.sitegen\n',
    'content/posts/a.md': markdown('A', lines.join('\n')),
    'content/posts/b.mdx': markdown('B', '![b](../../id.pem)\n\n<a href="%2e%2e/../.env">a</a>'),
    'templates/pages/c.md': markdown(
      'C',
      '[a](../../id.pem)\n[b](../pages/index.tsx)\n[c](../../content/posts/ok.txt)',
    ),
    'content/posts/ok.txt': 'public',
  });
  symlinkSync('/etc/passwd', path.join(project.root, 'content/posts/out.txt'));
  const hasGit = spawnSync('git', ['init', '--quiet'], { cwd: project.root }).status === 0;

  const errors = await errorsOf(project);

  const refused = [8, 9, 10, 11, 12, 13, 14, ...(hasGit ? [16] : [])].map(
    (line) => `asset-refused content/posts/a.md:${line}`,
  );
  expect(errors).toEqual(
    [
      ...refused,
      'link-broken content/posts/a.md:15',
      'asset-refused content/posts/b.mdx:8',
      'asset-refused content/posts/b.mdx:10',
      'asset-refused templates/pages/c.md:8',
      'asset-refused templates/pages/c.md:10',
    ].toSorted(),
  );
  await expectNoSecret(project);
});

test('code does not publish hidden files, or files outside of the project', async () => {
  const project = await makeProject({
    '.env': SECRET,
    '.hidden.png': SECRET,
    'templates/site.css': '@import "./more.css";\na {\n  background: url(../.hidden.png);\n}',
    'templates/more.css': 'b {\n  background: url("../lib/out.txt");\n}',
    'templates/islands/a.tsx': `import { island } from 'sitegen';
const file = new URL('../../.env', import.meta.url);
export default island('a', () => <a href={file.href}>a</a>);`,
    'templates/pages/index.tsx': page(
      'Home',
      '{a}{b}{c}{d}<A />',
      [
        `import A from '../islands/a.tsx';`,
        `import a from '../../.env?raw';`,
        `import b from '../../lib/out.txt?inline';`,
        `import c from '../../.secret.ts' with { type: 'text' };`,
        `import d from '../../.secret.ts' with { type: 'bytes' };`,
      ].join('\n'),
    ),
    'templates/pages/glob.tsx': page(
      'Glob',
      '{Object.values(files).join()}',
      [
        '',
        `const files = import.meta.glob('../../.e*', { query: '?raw', import: 'default', eager: true, exhaustive: true });`,
      ].join('\n'),
    ),
    'templates/pages/url.tsx': page(
      'Url',
      '{file.href}',
      `\n\nconst file = new URL('../../.hidden.png', import.meta.url);`,
    ),
    'lib/a.txt': '',
    '.secret.ts': `export const secret = '${SECRET}';`,
  });
  symlinkSync('/etc/passwd', path.join(project.root, 'lib/out.txt'));
  symlinkSync('../.hidden.png', path.join(project.root, 'templates/icon.svg'));

  const errors = await errorsOf(project);

  expect(errors.map((one) => one.replace(/:\d+$/, (line) => line))).toEqual([
    'asset-refused templates/icon.svg',
    'asset-refused templates/islands/a.tsx:2',
    'asset-refused templates/more.css:2',
    'asset-refused templates/pages/glob.tsx:2',
    'asset-refused templates/pages/index.tsx:2',
    'asset-refused templates/pages/index.tsx:3',
    'asset-refused templates/pages/index.tsx:4',
    'asset-refused templates/pages/index.tsx:5',
    'asset-refused templates/pages/url.tsx:3',
    'asset-refused templates/site.css:3',
  ]);
  await expectNoSecret(project);
});

test('code imports no JSON that is hidden or outside of the project, however it does', async () => {
  const text = `{ "a": "${SECRET}" }`;
  const outside = await makeProject({ 'o.json': text, 'linked.json': text });
  const hidden = ['island', 'page', 'required', 'attribute', 'upper', 'glob'].map((name) => `.${name}.json`);
  const project = await makeProject({
    ...Object.fromEntries(hidden.map((name) => [name.replace('upper.json', 'upper.JSON'), text])),
    '.secret.ts': text,
    'templates/islands/a.tsx': `import { island } from 'sitegen';
import s from '../../.island.json';
export default island('a', () => <a>{s.a}</a>);`,
    'templates/pages/index.tsx': page(
      'Home',
      '{[s, t, u, v, w, x, y].map(({ a }) => a)}<A />',
      [
        `import A from '../islands/a.tsx';`,
        `import s from '../../.page.json';`,
        `import t from '../../../${path.basename(outside.root)}/o.json';`,
        `import u from '../l.json';`,
        `const v = require('../../.required.json');`,
        `import w from '../../.attribute.json' with { type: 'json' };`,
        `import x from '../../.upper.JSON';`,
        `import y from '../../.secret.ts' with { type: 'json' };`,
      ].join('\n'),
    ),
    'templates/pages/glob.tsx': page(
      'Glob',
      '{Object.values(files).map(({ a }: any) => a)}',
      `\nconst files = import.meta.glob('../../.gl*.json', { import: 'default', eager: true, exhaustive: true });`,
    ),
  });
  symlinkSync(path.join(outside.root, 'linked.json'), path.join(project.root, 'templates/l.json'));

  expect(await errorsOf(project)).toEqual([
    'asset-refused templates/islands/a.tsx:2',
    'asset-refused templates/pages/glob.tsx:2',
    ...[2, 3, 4, 5, 6, 7, 8].map((line) => `asset-refused templates/pages/index.tsx:${line}`),
  ]);
  await expectNoSecret(project);
});

test('code imports JSON of the project and of packages', async () => {
  const project = await makeProject({
    ...packageOf(
      'p',
      { main: 'main.js' },
      { 'main.js': `module.exports = require('./data.json');`, 'data.json': '"P"' },
    ),
    'data/words.json': '{ "a": "W" }',
    'templates/pages/index.tsx': page(
      'Home',
      '{words.a}{p}',
      `import words from '../../data/words.json' with { type: 'json' };\nimport p from 'p';`,
    ),
  });

  expect(await errorsOf(project)).toEqual([]);
  expect(await project.read('out/index.html')).toContain('</h1>WP');
});

test('stylesheets import neither hidden files nor files outside of the project, whatever imports them', async () => {
  const outside = await makeProject({ 'styles.css': `.outside { content: '${SECRET}' }` });
  const project = await makeProject({
    '.hidden.css': `.hidden { content: '${SECRET}' }`,
    '.other.css': `.other { content: '${SECRET}' }`,
    'templates/a.css': `\n@import '../.hidden.css';`,
    'templates/b.scss': `\n\n@import '../.other.css';`,
    'templates/c.css': `@import '../../${path.basename(outside.root)}/styles.css';`,
    'templates/pages/index.tsx': page('Home', '', `import '../a.css';\nimport '../b.scss';\nimport '../c.css';`),
  });

  expect(await errorsOf(project)).toEqual([
    'asset-refused templates/a.css:2',
    'asset-refused templates/b.scss:3',
    'asset-refused templates/c.css:1',
  ]);
  await expectNoSecret(project);
});

test('links that leave the content folder are errors, whatever their target, and are not followed', async () => {
  const project = await projectWith({
    ...BLOG,
    'secret.md': markdown('Secret', SECRET),
    'content/posts/a.md': markdown('A', ''),
    'content/posts/2026/b.md': markdown('B', ''),
    'more/c.md': markdown('C', ''),
  });
  const link = (target: string, name: string) => symlinkSync(target, path.join(project.root, name));
  link('../../secret.md', 'content/posts/leak.md');
  link('../../secret.md', 'content/posts/leak.mdx');
  link('../../secret.md', 'templates/pages/leak.md');
  link('/', 'content/posts/machine');
  link('../../more', 'content/posts/more');
  link('/nowhere', 'content/posts/2025');
  link('nowhere.md', 'content/posts/gone.md');
  link('loop.md', 'content/posts/loop.md');
  link('/dev/zero', 'content/posts/zero.md');
  link('/dev/zero', 'content/posts/zero.mdx');
  link('a.md', 'content/posts/alias.md'); // may be followed
  link('.', 'content/posts/circle');
  link('2026', 'content/posts/2027');
  execFileSync('mkfifo', [
    path.join(project.root, 'content/posts/pipe.md'),
    path.join(project.root, 'content/posts/pipe.mdx'),
  ]);

  const errors = await errorsOf(project);
  const wrong = errors.map((error) => error.split('/').at(-1) ?? '').filter((name) => name !== 'leak.md');
  for (const name of ['leak.md', ...wrong]) await project.remove(`content/posts/${name}`);
  const ofPage = await errorsOf(project);
  await project.remove('templates/pages/leak.md');

  expect(errors).toEqual([
    'asset-refused content/posts/leak.md',
    'asset-refused content/posts/leak.mdx',
    'asset-refused content/posts/machine',
    'asset-refused content/posts/more',
    'asset-refused templates/pages/leak.md',
    'file-kind content/posts/2025',
    'file-kind content/posts/gone.md',
    'file-kind content/posts/loop.md',
    'file-kind content/posts/pipe.md',
    'file-kind content/posts/pipe.mdx',
    'file-kind content/posts/zero.md',
    'file-kind content/posts/zero.mdx',
  ]);
  expect(ofPage).toEqual(['asset-refused templates/pages/leak.md']);
  expect(await errorsOf(project)).toEqual([]);
  expect(await project.list('out/blog')).toEqual(
    ['2026/b', '2027/b', 'a', 'alias'].map((name) => `${name}/index.html`),
  );
});

test('accepts what real sites use: pnpm packages, images next to code and content, files in public/', async () => {
  const picture = await jpeg(4, 3);
  const project = await projectWith({
    ...BLOG,
    'content/images/a.JPG': picture,
    'content/posts/a.md': markdown(
      'A',
      '![a](../images/a.JPG)\n![b](../../public/b.jpg) [c](c.pdf) [sw](../../public/sw.js)',
    ),
    'content/posts/c.pdf': 'c',
    'lib/d.jpg': picture,
    'public/b.jpg': picture,
    'public/sw.js': 'self',
    'public/.well-known/security.txt': 'Contact: a@example.org',
    'templates/pages/about.md': markdown('About', '![a](../images/e.jpg)'),
    'templates/images/e.jpg': picture,
    'templates/pages/index.tsx': page(
      'Home',
      '<img {...d} alt="" /><a href={font}>f</a>',
      [`import d from '../../lib/d.jpg';`, `import font from 'fonts/f.woff2';`].join('\n'),
    ),
    ...packageOf('.pnpm/fonts@1.0.0/node_modules/fonts', {}, { 'f.woff2': 'f' }),
  });
  symlinkSync('.pnpm/fonts@1.0.0/node_modules/fonts', path.join(project.root, 'node_modules/fonts'));

  const { code, stderr } = await sitegen(project.root, 'build');

  expect({ code, stderr: stderr.match(/^(?:error|warning) .*/gm) }).toEqual({ code: 0, stderr: null });
  const names = (await project.list('out')).map((file) => file.replace(/-[\da-f]{8}\./, '.'));
  expect(names).toEqual(
    expect.arrayContaining([
      '.well-known/security.txt',
      'sw.js',
      'assets/a.jpg',
      'assets/b.jpg',
      'assets/c.pdf',
      'assets/d.jpg',
      'assets/e.jpg',
      'assets/f.woff2',
    ]),
  );
});

const RUNS = Math.ceil(inject('propertyRuns') / 1000);

test(
  'no byte of a secret reaches out/, .sitegen/ or a response of serve, wherever secrets are',
  { timeout: 60_000 * RUNS },
  async () => {
    const folder = fc.constantFrom(
      '',
      'lib/',
      'content/',
      'content/posts/',
      'templates/',
      'templates/pages/',
      '.git/',
      '.sitegen/',
      'node_modules/x/',
    );
    const name = fc.constantFrom(
      '.env',
      '.npmrc',
      'id.pem',
      'a.env',
      'secrets.yaml',
      'a.json',
      'a.TS',
      'draft.MD',
      '.a/b.png',
      'ignored.png',
      'key',
    );
    const secret = fc.tuple(folder, name).map((parts) => parts.join(''));
    const isOpen = (file: string) => /^(?:content|templates)\/(?:posts\/|pages\/)?id\.pem$/.test(file); // its author may publish it
    const isMisspelt = (file: string) => /^(?:content\/posts|templates\/pages)\/(?:draft\.MD|a\.TS)$/.test(file);
    const secrets = fc.uniqueArray(
      secret.filter((file) => !isOpen(file) && !isMisspelt(file)),
      { minLength: 8, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(secrets, async (files) => {
        const link = (from: string, file: string) => encodeURI(path.relative(path.dirname(from), file));
        const linksOf = (from: string) =>
          files.flatMap((file) => [`[a](${link(from, file)})`, `![a](${link(from, file)})`]).join('\n\n');
        const project = await projectWith({
          ...BLOG,
          ...Object.fromEntries(files.map((file) => [file, `${SECRET}\n`])),
          'content/.gitignore': 'ignored.png\nlink-*\n',
          'templates/.gitignore': 'ignored.png\n',
          'content/posts/a.md': markdown('A', linksOf('content/posts/a.md')),
          'content/posts/b.md': markdown('B', files.map((_, index) => `[a](link-${index}.txt)`).join('\n\n')),
          'templates/pages/c.md': markdown('C', linksOf('templates/pages/c.md')),
        });
        spawnSync('git', ['init', '--quiet'], { cwd: project.root });
        for (const [index, file] of files.entries()) {
          mkdirSync(path.join(project.root, 'content/posts'), { recursive: true });
          symlinkSync(path.relative('content/posts', file), path.join(project.root, `content/posts/link-${index}.txt`));
        }
        expect((await sitegen(project.root, 'build')).code).toBe(1);
        await expectNoSecret({
          ...project,
          list: async (one) => (await project.list(one)).filter((file) => !files.includes(`${one}/${file}`)),
        });
        const server = await serveProject(project);
        for (const address of ['/blog/a/', '/blog/b/', '/c/', ...files.map((file) => `/${file}`)]) {
          const text = await (await fetch(new URL(address, server.url))).text();
          expect(text).not.toContain(SECRET);
          for (const [, asset = ''] of text.matchAll(/"(\/assets\/[^"]+)"/g))
            expect(await (await fetch(new URL(asset, server.url))).text()).not.toContain(SECRET);
        }
        await server.stop();
      }),
      { numRuns: RUNS },
    );
  },
);
