import { describe, expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { SITE, build } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';

describe('sitegen why', () => {
  test('reports that a page is up to date, its dependencies, and the pages that link to it', async () => {
    const project = await makeProject({ ...SITE, 'templates/pages/index.tsx': page('Home', '<a href="/c/">C</a>') });
    await build(project);

    const { code, stdout } = await sitegen(project.root, 'why', '/c');

    expect(code).toBe(0);
    expect(stdout).toMatch(/up to date/i);
    expect(stdout).toMatch(/modules +templates\/components\/own\.tsx\n/);
    expect(stdout).toMatch(/links from +\/\n/);
  });

  test.each([
    [
      '/c/',
      'templates/components/own.tsx',
      'export const Own = () => <p>x</p>;',
      'templates/components/own.tsx has changed',
    ],
    ['/data/', 'data.txt', 'two', 'data.txt, which code of the site reads, has changed'],
    ['/list/2/', 'list.json', '["1 one", "2 zwei"]', 'list.json, which code of the site reads, has changed'],
    ['/island/', 'templates/site.css', '.mark { color: blue; }', 'the name of the stylesheet, the icons, the config'],
  ])('explains why %s would be rebuilt', async (at, file, text, reason) => {
    const project = await makeProject(SITE);
    await build(project);
    await project.write({ [file]: text });

    const { stdout } = await sitegen(project.root, 'why', at);

    expect(stdout).toMatch(/would be rebuilt/i);
    expect(stdout).toContain(reason);
  });

  test('reports an unknown page', async () => {
    const project = await makeProject(SITE);

    const { code, stderr } = await sitegen(project.root, 'why', '/nowhere/');

    expect(code).toBe(1);
    expect(stderr).toContain('"/nowhere/"');
  });
});
