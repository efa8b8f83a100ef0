/** The HTML and the text of a collection's file, outside of its page. */
import { load } from 'cheerio';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jpeg } from '../helpers/images.ts';
import { createProject, makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen, type Ran } from '../helpers/run.ts';

const NOTES = `import { collection, type StandardSchema } from 'sitegen/content';
const schema: StandardSchema<{ title: string }> = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value: value as { title: string } }) },
};
export const notes = collection('content/*.{md,mdx}', { schema });`;

const FEED = `import { feed, type SiteFile } from 'sitegen';
import { notes } from '../../lib/notes.ts';
const generate: SiteFile = async (context) => {
  const entries = (await notes.all()).map(async ({ slug, data, html }) => {
    return { path: \`/#\${slug}\`, title: data.title, updated: '2026-01-02', content: await html() };
  });
  return feed(context, { title: 'Notes', entries: await Promise.all(entries) }).atom;
};
export default generate;`;

const TEXTS = `import type { SiteFile } from 'sitegen';
import { notes } from '../../lib/notes.ts';
const generate: SiteFile = async () =>
  JSON.stringify((await notes.all()).map(({ text, excerpt, sections }) => ({ text, excerpt, sections })));
export default generate;`;

const ISLAND = `import { island } from 'sitegen';
export default island('counter', ({ start }: { start: number }) => <button onClick={() => {}}>{start} clicks</button>);`;

const MARKDOWN = `---
title: One
---

![](./hill.jpg)

The *first* paragraph
with \`code\`.[^1] <!-- a comment -->

## Part

\`\`\`ts
const a = 1;
\`\`\`

[Home](/), [here](#part)

[^1]: A note.
`;

const MDX = `---
title: Two
---

import { Picture } from 'sitegen';
import hill from './hill.jpg';
import Counter from '../templates/islands/counter.tsx';

export const Later = async () => <b>later</b>;

{1 + 1} words.

<Counter start={3} />

<Picture src={hill} widths={[8]} sizes="8px" alt="A hill" />

<Later />
`;

const SITE = {
  'sitegen.config.ts': `export default { site: 'https://example.org', base: '/docs/', checks: { 'code-plain': 'off' } };`,
  'lib/notes.ts': NOTES,
  'content/one.md': MARKDOWN,
  'content/two.mdx': MDX,
  'templates/islands/counter.tsx': ISLAND,
};

/** Renders an entry with components of its own. */
const HOME = `import { notes } from '../../lib/notes.ts';
export const meta = { title: 'Home', description: 'Notes.' };
export default async function Home() {
  const { html } = await notes.get('one');
  const __html = await html({ components: { h2: ({ id }: any) => <h3 id={id}>Mine</h3> } });
  return <main><h1>Home</h1><div dangerouslySetInnerHTML={{ __html }} /></main>;
}`;

describe('in files and in a page', () => {
  let project: Project;
  let built: Ran;
  beforeAll(async () => {
    project = await createProject({
      ...SITE,
      'content/hill.jpg': await jpeg(16, 8),
      'templates/files/feed.xml.ts': FEED,
      'templates/files/texts.json.ts': TEXTS,
      'templates/pages/index.tsx': HOME,
    });
    built = await sitegen(project.root, 'build', '--verify');
  });
  afterAll(() => rm(project.root, { recursive: true }));

  test('a feed contains the HTML of entries with absolute addresses, and the files in it are published', async () => {
    expect(built).toMatchObject({ stderr: '', code: 0 });
    const $ = load(await project.read('out/feed.xml'), { xml: true });
    const [one = '', two = ''] = $('content')
      .toArray()
      .map((content) => $(content).text());
    const first = load(one);
    expect(first('h2').attr('id')).toBe('part');
    expect(first('pre span.c-keyword').first().text()).toBe('const');
    expect(
      first('p a')
        .toArray()
        .map((link) => first(link).attr('href')),
    ).toEqual(expect.arrayContaining(['https://example.org/docs/', 'https://example.org/docs/#part']));
    expect(two).toContain('2 words.');
    expect(two).toContain('<button>3 clicks</button>');
    expect(two).not.toContain('sitegen-island');
    expect(two).toContain('<b>later</b>');
    const files = await project.list('out');
    const sources = [...`${one}${two}`.matchAll(/https:\/\/example\.org\/docs\/(assets\/[^" ]+)/g)].map(
      ([, file]) => file,
    );
    expect(sources.length).toBeGreaterThan(3);
    expect(files).toEqual(expect.arrayContaining(sources));
  });

  test('a page can render the HTML of an entry with its own components', async () => {
    const $ = load(await project.read('out/index.html'));
    expect($('h3#part').text()).toBe('Mine');
    expect(await project.list('out')).toContain($('img').attr('src')?.replace('/docs/', ''));
  });

  test('the text of an entry has no markup, its excerpt is the first paragraph, and its sections begin at headings', async () => {
    expect(JSON.parse(await project.read('out/texts.json'))).toEqual([
      {
        text: 'The first paragraph with code.\nPart\nconst a = 1;\nHome, here\nFootnotes\nA note.',
        excerpt: 'The first paragraph with code.',
        sections: [
          { text: 'The first paragraph with code.' },
          {
            heading: { depth: 2, id: 'part', text: 'Part' },
            text: 'const a = 1;\nHome, here\nFootnotes\nA note.',
          },
        ],
      },
      { text: 'words.\nA hill', excerpt: 'words.', sections: [{ text: 'words.\nA hill' }] },
    ]);
  });
});

test('an entry whose HTML cannot be rendered is an error with its place', async () => {
  const project = await makeProject({
    ...SITE,
    'content/hill.jpg': await jpeg(16, 8),
    'content/two.mdx': '---\ntitle: Two\n---\n\n{missing}\n',
    'templates/files/feed.xml.ts': FEED,
    'templates/pages/index.tsx': page('Home', ''),
  });

  const { stderr, code } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('error file-failed  content/two.mdx:5:2');
});

const AUTHORS = `- id: anna
  bio: |
    **Bold** [home](/), [one](../content/one.md#part), ![A hill](./hill.jpg), [here](#part).[^1]

    ## Part

    \`\`\`ts
    const a = 1;
    \`\`\`

    [^1]: A note.
- id: ben
  bio: "## Part\\n\\nx[^1] <b>y</b>\\n\\n[^1]: Another."
`;

const STRINGS = `import { collection, Markdown } from 'sitegen/content';
import { notes } from '../../lib/notes.ts';
const authors = collection('data/authors.yaml');
export const load = () => authors.all();
export const meta = { title: 'Strings', description: 'Markdown from strings.' };
export default async function Strings({ data }: any) {
  const [one] = await notes.all();
  return (
    <main>
      <h1>Strings</h1>
      {data.map(({ slug, file, data }: any) => <section key={slug}><Markdown text={data.bio} file={file} /></section>)}
      <div><Markdown text="in *one* line, [up](../)" components={{ p: ({ children }: any) => <i>{children}</i> }} /></div>
      <p><Markdown text={undefined} /></p>
      {BROKEN}
    </main>
  );
}`;

test('a string is rendered like a file: relative to its file or the page, with ids of its own', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '/docs/' };`,
    'lib/notes.ts': NOTES.replace('{ schema }', '{ schema, path: ({ slug }) => `/${slug}/` }'),
    'content/one.md': '---\ntitle: One\n---\n\n## Part\n',
    'data/authors.yaml': AUTHORS,
    'data/hill.jpg': await jpeg(4, 3),
    'templates/pages/[slug].tsx': `import { notes } from '../../lib/notes.ts';
export const paths = async () => (await notes.all()).map(({ slug }) => ({ params: { slug } }));
export const load = ({ params }: any) => notes.get(params.slug);
export const meta = { title: 'One', description: 'A note.' };
export default ({ data: { Content } }: any) => <main><h1>One</h1><Content /></main>;`,
    'templates/pages/strings.tsx': STRINGS.replace('{BROKEN}', ''),
  });

  const { stderr, code } = await sitegen(project.root, 'build', '--verify');

  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^warning html-escaped {2}data\/authors\.yaml\n[^]*On \/strings\/\.\n(?![^]*(?:warning|error) )/,
  );
  const $ = load(await project.read('out/strings/index.html'));
  const valuesOf = (name: string) => $(`main [${name}]`).toArray().map((one) => $(one).attr(name) ?? ''); // prettier-ignore
  expect(valuesOf('href').filter((href) => !href.includes('user-content'))).toEqual([
    '/docs/',
    '/docs/one/#part',
    '#part',
    '../',
  ]);
  expect(valuesOf('src')).toEqual([expect.stringMatching(/^\/docs\/assets\/hill-\w+\.jpg$/)]);
  expect(valuesOf('id').toSorted()).toEqual([...new Set(valuesOf('id'))].toSorted());
  expect(valuesOf('id')).toEqual(expect.arrayContaining(['part', 'part-1']));
  expect($('.c-keyword').first().text()).toBe('const');
  expect($('main > div').html()).toBe('<i>in <em>one</em> line, <a href="../">up</a></i>');

  const broken = `<Markdown text={'a\\n\\n:::nope\\n:::'} file="data/authors.yaml" />`;
  await project.write({
    'templates/pages/strings.tsx': STRINGS.replace('{BROKEN}', broken),
    'templates/pages/other.tsx': page(
      'Other',
      '<Markdown text="[x](/nope/)" />',
      `import { Markdown } from 'sitegen/content';`,
    ),
    'templates/pages/third.tsx': page(
      'Third',
      '<Markdown text=":::note" />',
      `import { Markdown } from 'sitegen/content';`,
    ),
  });
  const failed = await sitegen(project.root, 'build');

  expect(failed.stderr.match(/(?<=^error ).*?(?=:\d+$|$)/gm)?.toSorted()).toEqual([
    'content-invalid  data/authors.yaml',
    'content-invalid  templates/pages/third.tsx',
    'link-broken  templates/pages/other.tsx:5',
  ]);
});
