/** The HTML and the text of a collection's file, outside of its page. */
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { jpeg } from '../helpers/images.ts';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

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

async function projectWith(files: Readonly<Record<string, string>>): Promise<Project> {
  return makeProject({ ...SITE, 'content/hill.jpg': await jpeg(16, 8), ...files });
}

test('a feed contains the HTML of entries with absolute addresses, and the files in it are published', async () => {
  const project = await projectWith({ 'templates/files/feed.xml.ts': FEED });

  const { stderr, code } = await sitegen(project.root, 'build', '--verify');

  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
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
  const project = await projectWith({
    'content/two.mdx': '---\ntitle: Two\n---\n\n# Two\n',
    'templates/pages/index.tsx': `import { notes } from '../../lib/notes.ts';
export const meta = { title: 'Home', description: 'Notes.' };
export default async function Home() {
  const { html } = await notes.get('one');
  const __html = await html({ components: { h2: ({ id }: any) => <h3 id={id}>Mine</h3> } });
  return <main><h1>Home</h1><div dangerouslySetInnerHTML={{ __html }} /></main>;
}`,
  });

  const { stderr, code } = await sitegen(project.root, 'build');

  expect({ stderr, code }).toEqual({ stderr: expect.stringContaining('island-unused') as string, code: 0 });
  const $ = load(await project.read('out/index.html'));
  expect($('h3#part').text()).toBe('Mine');
  expect(await project.list('out')).toContain($('img').attr('src')?.replace('/docs/', ''));
});

test('the text of an entry has no markup, its excerpt is the first paragraph, and its sections begin at headings', async () => {
  const project = await projectWith({ 'templates/files/texts.json.ts': TEXTS });

  await sitegen(project.root, 'build');

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

test('an entry whose HTML cannot be rendered is an error with its place', async () => {
  const project = await projectWith({
    'content/two.mdx': '---\ntitle: Two\n---\n\n{missing}\n',
    'templates/files/feed.xml.ts': FEED,
    'templates/pages/index.tsx': page('Home', ''),
  });

  const { stderr, code } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('error file-failed  content/two.mdx:5:2');
});
