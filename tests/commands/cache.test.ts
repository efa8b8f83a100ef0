import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { NOTHING, SITE, build, datesOf, readOut } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';

describe('the build cache', () => {
  test.each([
    ['is damaged', (cache: string) => writeFile(path.join(cache, 'build.json'), '{"half": ')],
    ['is damaged elsewhere', (cache: string) => writeFile(path.join(cache, 'pages.jsonl'), 'x')],
    ['is gone', (cache: string) => rm(cache, { recursive: true })],
  ])('may be lost: when it %s, everything is rebuilt', async (_what, spoil) => {
    const project = await makeProject(SITE);
    await build(project);
    const contents = await readOut(project);

    await spoil(path.join(project.root, '.sitegen/cache'));
    await project.write({ 'templates/components/own.tsx': 'export const Own = () => <p>else</p>;' });
    await build(project);

    const after = await readOut(project);
    expect(after['c/index.html']).toContain('else');
    expect({ ...after, 'c/index.html': '' }).toEqual({ ...contents, 'c/index.html': '' });
    expect(await build(project)).toEqual(NOTHING);
  });

  test('lets a build compile nothing if no source has changed, also right after a first build', async () => {
    const project = await makeProject({
      ...SITE,
      'templates/site.css': '@tailwind utilities;',
      'templates/pages/menu.tsx': page(
        'Menu',
        '<p className={menu.list}>a</p>',
        `import menu from '../menu.module.css';`,
      ),
      'templates/menu.module.css': '.list { color: red }',
    });
    await build(project);
    await build(project, '--force'); // a first build of files that are not new

    const { stdout } = await sitegen(project.root, 'build', '--json');

    expect(Object.keys(JSON.parse(stdout).steps)).not.toContain('bundle pages');
  });

  test('compiled modules that are damaged are compiled again', async () => {
    const project = await makeProject(SITE);
    await build(project);
    const [module = ''] = (await project.list('.sitegen/cache')).filter((file) => file.endsWith('.mjs'));

    await writeFile(path.join(project.root, '.sitegen/cache', module), 'throw new Error("damaged");');
    await project.write({ 'data.txt': 'two' });

    expect((await build(project)).changed).toEqual(['/data/']);
  });

  test('does not hide that a page was changed by hand', async () => {
    const project = await makeProject(SITE);
    await build(project);
    const good = await project.read('out/a/index.html');

    await project.write({ 'out/a/index.html': good.replace('shared', 'forged') });
    await project.remove('out/b/index.html');
    await build(project);

    expect(await project.read('out/a/index.html')).toBe(good);
    expect(await project.list('out')).toContain('b/index.html');
  });

  test('is good for a copy whose files have other dates, as in a cache that is restored', async () => {
    const project = await makeProject(SITE);
    await build(project);
    for (const file of await project.list('out')) {
      await utimes(path.join(project.root, 'out', file), new Date(1e12), new Date(1e12));
    }
    const before = await datesOf(project);

    await build(project);

    const after = await datesOf(project);
    expect(after['a/index.html']).toBe(before['a/index.html']);
  });
});
