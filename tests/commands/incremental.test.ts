import { describe, expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { NOTHING, SITE, build, datesOf, readOut } from '../helpers/rebuild.ts';

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
