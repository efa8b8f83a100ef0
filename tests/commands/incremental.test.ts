import { describe, expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { NOTHING, SITE, build, datesOf, readOut } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';

describe('a second build', () => {
  test('touches nothing when nothing has changed', async () => {
    const project = await makeProject(SITE);
    await build(project);
    const before = await datesOf(project);

    expect(await build(project)).toEqual(NOTHING);

    expect(await datesOf(project)).toEqual(before);
  });

  test.each([
    ['a component', 'templates/components/own.tsx', 'export const Own = () => <p>else</p>;', ['/c/']],
    [
      'a shared component',
      'templates/components/shared.tsx',
      'export const Shared = () => <p>else</p>;',
      ['/a/', '/b/'],
    ],
    ['data', 'data.txt', 'two', ['/data/']],
    ['an item of a list', 'list.json', '["1 one", "2 zwei"]', ['/list/2/']],
    ['a public file', 'public/robots.txt', 'User-agent: x\n', ['/robots.txt']],
  ])('after a change of %s renders the pages that show it, and nothing else', async (_what, file, text, changed) => {
    const project = await makeProject(SITE);
    await build(project);
    const before = await datesOf(project);

    await project.write({ [file]: text });
    expect(await build(project)).toEqual({ ...NOTHING, changed });

    const after = await datesOf(project);
    const touched = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(touched).toEqual(changed.map((at) => `${at.slice(1)}${at.endsWith('/') ? 'index.html' : ''}`).toSorted());
  });

  test('removes deleted pages and adds new ones', async () => {
    const project = await makeProject(SITE);
    await build(project);

    await project.remove('templates/pages/c.tsx');
    await project.write({ 'list.json': '["1 one", "3 three"]' });

    expect(await build(project)).toEqual({ added: ['/list/3/'], changed: [], removed: ['/c/', '/list/2/'] });
    const files = await project.list('out');
    expect(files).toContain('list/3/index.html');
    expect(files).not.toContain('list/2/index.html');
    expect(files).not.toContain('c/index.html');
  });

  test('rebuilds pages when a file or variable that their code reads changes', async () => {
    const reading = `import { readFileSync } from 'node:fs'; const text = readFileSync('note.txt', 'utf8');`;
    const project = await makeProject({
      'templates/pages/note.tsx': page('Note', '<p>{text} {process.env.GREETING}</p>', reading),
      'note.txt': 'one',
    });
    await build(project);

    await project.write({ 'note.txt': 'two' });
    expect((await build(project)).changed).toEqual(['/note/']);

    process.env['GREETING'] = 'hello';
    try {
      expect((await build(project)).changed).toEqual(['/note/']);
    } finally {
      delete process.env['GREETING'];
    }
    expect(await project.read('out/note/index.html')).toContain('two hello');
  });

  test('rebuilds every page when the stylesheet has another name', async () => {
    const project = await makeProject(SITE);
    await build(project);

    await project.write({ 'templates/site.css': '.mark { color: blue; }' });

    const { changed } = await build(project);
    expect(changed).toEqual(['/', '/a/', '/b/', '/c/', '/data/', '/island/', '/list/1/', '/list/2/']);
  });

  test('rebuilds pages with islands when the script has another name', async () => {
    const project = await makeProject(SITE);
    await build(project);

    await project.write({
      'templates/islands/tick.tsx': `import { island } from 'sitegen';\nexport default island('tick', () => <b>tock</b>);`,
    });

    expect((await build(project)).changed).toEqual(['/island/']);
  });

  test('does the same as a first one with --force, and writes only what differs', async () => {
    const project = await makeProject(SITE);
    await build(project);
    const contents = await readOut(project);

    const { added } = await build(project, '--force');

    expect(added).toContain('/a/'); // nothing was known of a site before
    expect(await readOut(project)).toEqual(contents);
  });
});

/** Every page loads again with each edit of `note.txt`, and none of them says what it is. */
const NOTED = {
  'sitegen.config.ts': `export default { site: 'https://example.com' };`,
  'note.txt': '2026-01-01',
  'templates/pages/dated.tsx': `import { readFileSync } from 'node:fs';
export const load = () => readFileSync('note.txt', 'utf8');
export const meta = ({ data }: any) => ({ title: 'Dated', description: 'A page', updated: data || undefined });
export default function Dated() { return <main><h1>Dated</h1></main>; }
`,
  'templates/pages/linked.tsx': page('Linked', '<a href="/dated/#top">dated</a>', 'export const load = () => 1;'),
  'templates/pages/untitled.tsx': page('Untitled', '<h1>twice</h1>', 'export const load = () => 1;'),
  'templates/files/sw.js.ts': `export default () => 'self.x = 1;';`,
  'templates/pages/[n].tsx': `export const paths = () => [{ params: { n: '1' } }, { params: { n: '2' } }];
export const meta = { title: 'N', description: 'One of many' };
export default function Item() { return <main><h1>N</h1><p id="top">text</p></main>; }
`,
};

test.each([
  ['a date of the sitemap', { 'note.txt': '2026-02-02' }, []],
  ['a date into none', { 'note.txt': '' }, []],
  ['a target of links', { 'note.txt': '2026-02-02', 'templates/pages/dated.tsx': page('Dated', '') }, []],
  ['the file of a page', { 'templates/pages/linked/index.tsx': NOTED['templates/pages/linked.tsx'] }, ['linked.tsx']],
  ['how many pages there are', { 'note.txt': '2026-02-02' }, ['[n].tsx']],
  ['a parametric page into none', {}, ['[n].tsx']],
  ['a file that is a script', {}, ['../files/sw.js.ts']],
  ['a page that pages link to', { 'note.txt': '2026-02-02' }, ['dated.tsx']],
])('a build that changes %s finds what a first build finds', async (_what, written, removed) => {
  const project = await makeProject(NOTED);
  await report(project);

  await project.write(written);
  for (const name of removed) await project.remove(`templates/pages/${name}`);
  const again = await report(project);

  await project.remove('.sitegen');
  await project.remove('out');
  expect(again).toEqual(await report(project));
});

/** What a build says of the site, and what it publishes. */
async function report(project: Project): Promise<object> {
  const { stdout } = await sitegen(project.root, 'build', '--json');
  const { ok, pages, sizes, diagnostics } = JSON.parse(stdout);
  return { ok, pages, sizes, diagnostics, out: ok && (await readOut(project)) };
}
