/** Ids of entries, when a page renders several of them. */
import { load, type CheerioAPI } from 'cheerio';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, makeProject, type Project } from '../helpers/project.ts';
import { sitegen, type Ran } from '../helpers/run.ts';

const NOTES = `import { collection, type StandardSchema } from 'sitegen/content';
const schema: StandardSchema<{ title: string }> = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value: value as { title: string } }) },
};
export const notes = collection('content/**/*.{md,mdx}', { schema, path: ({ slug }) => \`/\${slug}/\` });`;

const body = (title: string, first = 'first.md') => `---
title: ${title}
---

## Install

${title}[^1] and again[^1], [install](#install), [set up](#set-up), [first](${first}#install).

## Set up

[^1]: A note of ${title}.
`;

/** Renders the entries whose slugs are listed, the page's own as an async component. */
const render = (slugs: string) =>
  `import { notes } from '../../lib/notes.ts';
const Note = async ({ slug }: any) => {
  const { Content } = await notes.get(slug);
  return <section data-slug={slug}><Content /></section>;
};` +
  `
const meta = { title: 'Notes ' + ${JSON.stringify(slugs)}, description: 'Of ' + ${JSON.stringify(slugs)} };
export { meta };
export default () => <main><h1>Notes</h1>{${JSON.stringify(slugs.split(' '))}.map((slug) => <Note key={slug} slug={slug} />)}</main>;`;

const OWN_PAGE = `import { notes } from '../../lib/notes.ts';
export const paths = async () => (await notes.all()).map(({ slug }) => ({ params: { slug } }));
export const load = async ({ params }: any) => [await notes.get(params.slug), await notes.get('first')];
export const meta = ({ data: [note] }: any) => ({ title: note.data.title, description: 'About ' + note.data.title });
export default function Page({ data: [{ slug, data, headings, Content }, first] }: any) {
  return (
    <main>
      <h1>{data.title}</h1>
      {headings.map(({ id, text }: any) => <a key={id} href={'#' + id}>{text}</a>)}
      <section data-slug={slug}><Content /></section>
      {slug !== 'first' && <section data-slug="first"><first.Content /></section>}
    </main>
  );
}`;

const FEED = `import { notes } from '../../lib/notes.ts';
export default async () => JSON.stringify(await Promise.all((await notes.all()).map(({ html }) => html())));`;

/** As HTML, or as JSX. */
const INSTALL = '<section aria-labelledby="install">\n\n<h2 id="install">Install</h2>\n\n</section>';

const SITE = {
  'lib/notes.ts': NOTES,
  'content/first.md': body('First'),
  'sitegen.config.ts': `export default { markdown: { html: true } };`,
  'content/2026/second.md': body('Second', '../first.md').replace('## Install', INSTALL),
  'content/third.mdx': body('Third').replace('## Install', INSTALL),
  'content/fourth.mdx': `${body('Fourth')}\n{await Promise.resolve(4)} <a href="#install">here</a>\n`,
};

const FOOTNOTES = ['user-content-fnref-1', 'user-content-fnref-1-2', 'footnote-label', 'user-content-fn-1'];

const footnotesOf = (slug: string) =>
  FOOTNOTES.map((id) => (id === 'footnote-label' ? `${id}-${slug}` : id.replace(/-(?=1)/, `-${slug}-`)));

/** The ids in a section, and those that its links and labels lead to, each once. */
function read($: CheerioAPI, slug: string) {
  const valuesOf = (name: string) =>
    $(`[data-slug="${slug}"] [${name}]`)
      .toArray()
      .map((element) => $(element).attr(name) ?? '');
  const links = valuesOf('href').filter((href) => href.startsWith('#'));
  const labels = [...valuesOf('aria-describedby'), ...valuesOf('aria-labelledby')];
  const targets = new Set([...links.map((href) => decodeURIComponent(href).slice(1)), ...labels]);
  return { ids: valuesOf('id').toSorted(), targets: [...targets].toSorted() };
}

const guide = (title: string) =>
  body(title, '/first/').replace('---\n\n', `description: About ${title}.\n---\n\n# ${title}\n\n`);

/** Pages with an entry in their layout. */
const GUIDES = {
  'templates/pages/guide/layout.tsx': `import { notes } from '../../../lib/notes.ts';
export default async function Layout({ children }: any) {
  const { Content } = await notes.get('first');
  return <main><section data-slug="guide">{children}</section><section data-slug="first"><Content /></section></main>;
}`,
  'templates/pages/guide/md.md': guide('In Markdown'),
  'templates/pages/guide/mdx.mdx': guide('In MDX'),
};

/** MDX files in an MDX file. */
const PARTS = {
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./parts/*"] } } }',
  'parts/notice.mdx': `import Inner from './inner.mdx';\n\nNotice[^1]\n\n## Install\n\n<Inner />\n\nlast\n\n[^1]: Note`,
  'parts/inner.mdx': `### Deep\n\n{await Promise.resolve('async')} words, [here](#deep).\n\nexport const version = 3;`,
  'content/whole.mdx': `---
title: Whole
---

import Inner, { version } from '@/inner.mdx';
import Notice from '../parts/notice.mdx';

<Notice />

own {version}

## Install

<div>

<Inner />
after

</div>

## Set up

<Notice />
`,
  'templates/files/facts.json.ts': `import { notes } from '../../lib/notes.ts';
export default async () => {
  const { text, excerpt, sections } = await notes.get('whole');
  return JSON.stringify({ text, excerpt, sections: sections.map(({ heading, text }) => [heading?.id, text]) });
};`,
};

/** One project for several tests: their files do not interact. */
let project: Project;
let built: Ran;
beforeAll(async () => {
  project = await createProject({
    ...SITE,
    'templates/pages/[...slug].tsx': OWN_PAGE,
    'templates/pages/all.tsx': render('first 2026/second third fourth'),
    'templates/files/feed.json.ts': FEED,
    ...GUIDES,
    ...PARTS,
  });
  built = await sitegen(project.root, 'build', '--verify');
});
afterAll(() => rm(project.root, { recursive: true }));

test('entries on one page have ids of their own, and links in them stay within them', async () => {
  expect(built).toMatchObject({ stderr: '', code: 0 });
  const all = load(await project.read('out/all/index.html'));
  const idsOf = (slug: string, prefix: string) =>
    [`${prefix}install`, `${prefix}set-up`, ...footnotesOf(slug)].toSorted();
  const first = idsOf('first', '');
  expect(read(all, 'first')).toEqual({ ids: first, targets: first });
  for (const slug of ['2026/second', 'third', 'fourth']) {
    const [ids, own] = [idsOf(slug, `${slug}-`), load(await project.read(`out/${slug}/index.html`))];
    expect.soft(read(all, slug), slug).toEqual({ ids, targets: ids });
    expect.soft(read(own, slug), slug).toEqual({ ids: idsOf(slug, ''), targets: idsOf(slug, '') });
    expect.soft(read(own, 'first').ids, slug).toEqual(idsOf('first', 'first-'));
  }
  const feed = JSON.parse(await project.read('out/feed.json')) as string[];
  for (const html of feed) expect(html).toContain('<h2 id="install">');
  expect(feed.join('')).toContain('id="user-content-fn-2026/second-1"');
});

test.each(['md', 'mdx'])('a page in .%s keeps its ids beside an entry', async (format) => {
  const page = load(await project.read(`out/guide/${format}/index.html`));
  expect(read(page, 'guide').ids).toEqual(
    expect.arrayContaining(['install', 'set-up', 'footnote-label', 'user-content-fn-1', 'user-content-fnref-1']),
  );
  expect(read(page, 'first').ids).toEqual(expect.arrayContaining(['first-install', 'user-content-fn-first-1']));
});

test('facts about an MDX file are those of the page: its parts are in order, and each has ids of its own', async () => {
  const ids = ['install-1', 'deep', 'install', 'deep-1', 'set-up', 'install-2', 'deep-2'];
  const $ = load(await project.read('out/whole/index.html'));
  const valuesOf = (selector: string, name: string) =>
    $(selector)
      .toArray()
      .map((one) => $(one).attr(name));
  expect(valuesOf('main > a', 'href')).toEqual(ids.map((id) => `#${id}`));
  const isOfNotes = (id = '') => id.startsWith('footnote-label');
  expect(valuesOf('[data-slug="whole"] :is(h2, h3)', 'id').filter((id) => !isOfNotes(id))).toEqual(ids);
  expect(valuesOf('[data-slug="whole"] h3 + p > a', 'href')).toEqual(['#deep', '#deep-1', '#deep-2']);
  expect(JSON.parse(await project.read('out/facts.json'))).toEqual({
    text: 'Notice\nInstall\nDeep\nwords, here.\nlast\nFootnotes\nNote\nown\nInstall\nDeep\nwords, here.\nafter\nSet up\nNotice\nInstall\nDeep\nwords, here.\nlast\nFootnotes\nNote',
    excerpt: 'Notice',
    sections: [
      [null, 'Notice'],
      ['install-1', ''],
      ['deep', 'words, here.\nlast\nFootnotes\nNote\nown'],
      ['install', ''],
      ['deep-1', 'words, here.\nafter'],
      ['set-up', 'Notice'],
      ['install-2', ''],
      ['deep-2', 'words, here.\nlast\nFootnotes\nNote'],
    ],
  });
});

test('an entry that a page renders twice, and one before the own entry of the page, are errors', async () => {
  const repeating = await makeProject({
    ...SITE,
    'templates/pages/[...slug].tsx': OWN_PAGE.replace(
      '<main>',
      "<main>{slug === 'third' && <first.Content />}",
    ).replace("slug !== 'first' &&", 'false &&'),
    'content/solo.md': '---\ntitle: Solo\n---\n\n## Solo[^1]\n\n[^1]: A note.\n',
    'templates/pages/twice.tsx': render('solo solo'),
  });

  const { stderr, code } = await sitegen(repeating.root, 'build');

  const repeated = [...stderr.matchAll(/error id-duplicate +(\S+)\n +The page uses the id "([^"]*)"/g)];
  expect(code).toBe(1);
  expect(repeated.map(([, file, id]) => `${file} ${id}`).toSorted()).toEqual([
    'content/solo.md:5:1 solo',
    'content/solo.md:5:8 user-content-fnref-solo-1',
    'content/third.mdx:13:1 set-up',
    'content/third.mdx:7:1 install',
    // Generated: the place of `<Content />`.
    'templates/pages/twice.tsx:4:10 footnote-label-solo',
    'templates/pages/twice.tsx:4:10 user-content-fn-solo-1',
  ]);
});
