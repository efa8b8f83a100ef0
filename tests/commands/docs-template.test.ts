/** The template `docs` with other pages: their order in the sidebar, and the index of its search. */
import { load } from 'cheerio';
import { createHash } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { initWithoutNpm, linkModules } from '../helpers/init.ts';
import { accessTo, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const doc = (title: string, more = '', body = '') =>
  `---\ntitle: ${JSON.stringify(title)}\ndescription: About ${JSON.stringify(title).slice(1, -1)}.\n${more}---\n\n${body}\n`;

/** A new project with these pages only. */
async function projectWith(pages: Readonly<Record<string, string>>): Promise<Project> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-docs-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  await initWithoutNpm(folder, ['.', '--template', 'docs']);
  await linkModules(folder);
  const project = accessTo(folder);
  await project.remove('content');
  await project.write(Object.fromEntries(Object.entries(pages).map(([name, text]) => [`content/docs/${name}`, text])));
  return project;
}

test('folders are groups, sorted by `order`, then by title; links to the next page follow', async () => {
  // The shell has these ids.
  const headings = ['Content', 'Sidebar', 'Outline', 'Search results'].map((text) => `## ${text}\n`).join('\n');
  const project = await projectWith({
    'zebra.md': doc('Zebra', 'order: 1\n'),
    'constructor.md': doc('Ärger', '', `${headings}\n\`\`\`js\n1;\n\`\`\`\n`),
    'apple.md': '---\ntitle: Apple\n---\n\nThe first *words*.\n\nMore.\n',
    'guide/index.md': doc('Guide', 'label: Overview\norder: 2\ncollapsed: true\n'),
    'guide/second.md': doc('Second', 'order: 2\n'),
    'guide/first.md': doc('First <b>', 'order: -1\n'),
    'your-first-week/__proto__/day.md': doc('Day'),
    'your-first-week/a.md': doc('10. Step'),
    'your-first-week/b.md': doc('9. Step'),
    'hidden.md': doc('Hidden', 'draft: true\n'),
  });

  const { code, stderr } = await sitegen(project.root, 'build', '--base', '/base/');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const $ = load(await project.read('out/guide/second/index.html'));
  const texts = (selector: string) =>
    $(selector)
      .toArray()
      .map((found) => $(found).text());
  expect(texts('#_sidebar > ul > li > a, #_sidebar summary, #_sidebar details a')).toEqual(
    'Zebra | Guide | Overview | First <b> | Second | Apple | Ärger | Your first week | __proto__ | Day | 9. Step | 10. Step'.split(
      ' | ',
    ),
  );
  expect($('#_sidebar [aria-current=page]').attr('href')).toBe('/base/guide/second/');
  expect(texts('.page-footer nav a')).toEqual(['Previous First <b>', 'Next Apple']);
  expect(texts('.group')).toEqual(['Guide']);
  const other = load(await project.read('out/apple/index.html'));
  expect(
    other('#_sidebar details')
      .toArray()
      .map((group) => other(group).is('[open]')),
  ).toEqual([false, true, true]);
  expect([other('meta[name=description]').attr('content'), other('.lead').length]).toEqual(['The first words.', 0]);
  expect(await project.read('out/search.json')).not.toMatch(/Hidden|undefined/);
  // Code has its button without any MDX.
  expect(await project.list('out')).toContainEqual(expect.stringMatching(/^assets\/copy-code-\w+\.js$/));
});

test('`group` gathers pages and folders at the first of them; the index has a section for each heading, and pages without text', async () => {
  const project = await projectWith({
    'end.md': doc('End', 'group: More\norder: 4\n'),
    'start.md': doc('Start', 'order: 1\n'),
    'islands.md': doc('Islands', 'group: Basics\norder: 3\n', 'Before.\n\n## One\n\nAfter.\n\n### Two'),
    'from/index.md': doc('From', 'group: Basics\norder: 2\ncollapsed: true\n'),
    'from/here.mdx': doc('Here'),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const $ = load(await project.read('out/islands/index.html'));
  const shown = $('#_sidebar :is(summary, a)').toArray();
  expect(shown.map((found) => $(found).text())).toEqual('Start Basics From From Here Islands More End'.split(' '));
  expect($('#_sidebar details[open] > summary').text()).toBe('BasicsMore');
  expect([$('.group').text(), $('.page-footer nav').text()]).toEqual(['Basics', 'Previous HereNext End']);
  const { storedFields } = JSON.parse(await project.read('out/search.json'));
  const sections = Object.values(storedFields as Record<string, { title: string }>);
  expect(sections.filter(({ title }) => ['Here', 'Islands'].includes(title))).toEqual([
    { title: 'Here', heading: 'Here', text: 'About Here.' },
    { title: 'Islands', heading: 'Islands', text: 'About Islands. Before.' },
    { title: 'Islands', heading: 'One', text: 'After.' },
    { title: 'Islands', heading: 'Two', text: '' },
  ]);
});

test('above 1 MB of index, the build names Pagefind', async () => {
  const wordOf = (index: number) => createHash('sha256').update(`${index}`).digest('hex').slice(0, 10);
  const words = Array.from({ length: 130_000 }, (_, index) => wordOf(index));
  const project = await projectWith({ 'large.md': doc('Large', '', words.join(' ')) });
  const { code, stderr } = await sitegen(project.root, 'build');
  expect({ code, named: stderr.includes('Pagefind') }).toEqual({ code: 0, named: true });
});
