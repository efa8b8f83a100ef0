/** Every build renders every page, but writes only bytes that differ. */
import { describe, expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { NOTHING, SITE, build, datesOf, readOut } from '../helpers/rebuild.ts';

describe('a second build', () => {
  test('touches no file if nothing has changed, even without `.sitegen`', async () => {
    const project = await makeProject(SITE);
    await build(project);
    const before = await datesOf(project);

    expect(await build(project)).toEqual(NOTHING);
    await project.remove('.sitegen');
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
  ])('after a change of %s writes only the files that differ', async (_what, file, text, changed) => {
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

  test('repairs a page, an asset and a public file that were edited in out/', async () => {
    const project = await makeProject(SITE);
    await build(project);
    const contents = await readOut(project);
    const stylesheet = Object.keys(contents).find((file) => file.endsWith('.css')) ?? '';
    const damaged = ['a/index.html', stylesheet, 'robots.txt'];
    await project.write(Object.fromEntries(damaged.map((file) => [`out/${file}`, 'damaged'])));

    await build(project);

    expect(await readOut(project)).toEqual(contents);
  });

  test('a damaged file list leads to a full rebuild', async () => {
    const project = await makeProject(SITE);
    await build(project);
    const contents = await readOut(project);
    await project.write({ 'out/.sitegen': 'damaged', 'out/a/index.html': 'damaged' });

    await build(project);

    expect(await readOut(project)).toEqual(contents);
  });
});
