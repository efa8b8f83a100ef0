import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen, sitegenProcess } from '../helpers/run.ts';

describe('mistakes in the site make a build exit with 1, are all reported, and leave out/ unchanged', () => {
  test('pages that throw anywhere', async () => {
    const project = await makeProject();
    await sitegen(project.root, 'build');
    const before = await project.read('out/index.html');
    await project.write({
      // Links to failed pages are not reported in addition.
      'templates/pages/index.tsx': page('Changed', '<a href="/render/">Render</a> <a href="/top/">Top</a>'),
      'templates/pages/render.tsx': page('Render', '{missing.name}', 'const missing: any = undefined;'),
      'templates/pages/top.tsx': page('Top', '', `throw new Error('while it is loaded');`),
      'templates/pages/load.tsx': page('Load', '', `export const load = () => Promise.reject(new Error('no data'));`),
      'templates/pages/exit.tsx': page('Exit', '{process.exit(0)}'),
    });

    const { code, stderr } = await sitegenProcess(project.root, 'build');

    expect(code).toBe(1);
    expect(stderr).toContain('error page-failed  templates/pages/render.tsx:5:');
    expect(stderr).toContain('> 5 |   return <main><h1>Render</h1>{missing.name}</main>;');
    expect(stderr).toContain('error page-failed  templates/pages/top.tsx:1:7');
    expect(stderr).toContain('Error: while it is loaded');
    expect(stderr).toContain('Error: no data');
    expect(stderr).toMatch(/thread-ended {2}templates\/pages\/exit\.tsx\n.*code 0/);
    expect(stderr).toContain('4 errors; ');
    expect(await project.read('out/index.html')).toBe(before);
    expect(await project.list('.')).not.toContainEqual(expect.stringMatching(/^\.out/));
  });

  test('a shell that throws is reported once', async () => {
    const project = await makeProject({
      'templates/pages/about.tsx': page('About', ''),
      'templates/shell.tsx': `export default function Shell() {\n  throw new Error('no shell');\n}\n`,
    });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(1);
    expect(stderr).toContain('error page-failed  templates/shell.tsx:2:9');
    expect(stderr).toContain('Error: no shell\n  On /about/ and 1 more page.');
  });

  test('syntax errors and unresolved imports', async () => {
    const project = await makeProject({
      'templates/pages/a.tsx': 'export default function A() {\n  return <p>;\n}\n',
      'templates/pages/b.tsx': `import { b } from './missing.ts';\nexport default b;\n`,
    });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(1);
    expect(stderr).toMatch(/error compile-failed {2}templates\/pages\/a\.tsx:\d/);
    expect(stderr).toContain(`> 1 | import { b } from './missing.ts';`);
    expect(stderr).toContain('3 errors');
  });

  test('files that lack required exports or imports', async () => {
    const project = await makeProject({
      'templates/shell.tsx': undefined,
      'templates/site.css': 'h1 { background: url(/nowhere.png) }',
    });
    const withoutShell = await sitegen(project.root, 'build');
    await project.write({
      'templates/shell.tsx': 'export const Shell = 1;',
      'templates/site.css': '@import "./missing.css";',
    });
    const wrongShell = await sitegen(project.root, 'build');

    expect(withoutShell.code).toBe(1);
    expect(withoutShell.stderr).toContain('error shell-missing  templates/shell.tsx');
    expect(withoutShell.stderr).toContain('public/nowhere.png');
    expect(wrongShell.stderr).toContain('templates/shell.tsx has no component as its default export');
    expect(wrongShell.stderr).toContain('error styles-failed  templates/site.css');
  });

  test('problems in rendered pages', async () => {
    const project = await makeProject({
      'templates/pages/index.tsx': page(
        'Home',
        `<a href="/nowhere/">1</a><a href="/other/#gone">2</a><a href="#gone">3</a><a href="https://example.com/gone/">4</a>
         <a href="/other">5</a><img src="/gone.png" /><p id="a">6</p><p id="a">7</p>
         <a href="/other/#here">fine</a><a href="/file.pdf">fine</a><a href="mailto:a@example.com">fine</a><a href="#top">fine</a>`,
      ),
      'templates/pages/other.tsx': `export const meta = { title: 'Home', description: 'About Home.' };
export default () => <p id="here">No heading</p>;`,
      'templates/pages/third.tsx': page('Home', ''),
      'templates/pages/empty.tsx': `export const meta = { title: '' };
export default () => <><h1>One</h1><h1>Two</h1></>;`,
      'sitegen.config.ts': `export default { site: 'https://example.com' };`,
      'public/file.pdf': '',
    });

    const { code, stdout } = await sitegen(project.root, 'build', '--json');

    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { code: string; message: string; place: { file: string } }[];
    };
    expect(code).toBe(1);
    expect(diagnostics.find((found) => found.code === 'title-duplicate')?.message).toContain('1 other page');
    expect(
      diagnostics.map((found) => `${found.code} ${found.place.file.replace('templates/pages/', '')}`).toSorted(),
    ).toEqual([
      'alt-missing index.tsx',
      'asset-missing index.tsx',
      'description-duplicate other.tsx',
      'description-missing empty.tsx',
      'fragment-broken index.tsx',
      'fragment-broken index.tsx',
      'h1-count empty.tsx',
      'h1-count other.tsx',
      'id-duplicate index.tsx',
      'link-broken index.tsx',
      'link-broken index.tsx',
      'link-redirect index.tsx',
      'title-duplicate other.tsx',
      'title-missing empty.tsx',
    ]);
  });

  test('two sources for one file, and names that no address can have', async () => {
    const project = await makeProject({
      'templates/pages/guide.tsx': page('Guide', ''),
      'templates/pages/guide/index.tsx': page('Guide again', ''),
      'templates/pages/contact.tsx': page('Contact', ''),
      'public/Contact/index.html': 'x',
      'templates/pages/50% off?.tsx': page('Sale', ''),
    });

    const { code, stdout } = await sitegen(project.root, 'build', '--json');

    const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
    expect(code).toBe(1);
    expect(diagnostics).toMatchObject([
      { code: 'file-name', place: { file: 'templates/pages/50% off?.tsx' } },
      {
        code: 'output-clash',
        message: expect.stringContaining('templates/pages/guide.tsx') as string,
        place: { file: 'templates/pages/guide/index.tsx' },
      },
      {
        code: 'output-clash',
        message: expect.stringContaining('templates/pages/contact.tsx') as string,
        place: { file: 'public/Contact/index.html' },
      },
    ]);
  });

  test('entries that are not regular files, and a file where a folder is expected', async () => {
    const project = await makeProject({
      'templates/pages/about.tsx': page('About', ''),
      'public/about': 'x',
      'elsewhere/x.txt': 'x',
    });
    await symlink('../elsewhere', path.join(project.root, 'public/link'));
    await symlink('nowhere', path.join(project.root, 'public/broken'));

    const { code, stdout } = await sitegen(project.root, 'build', '--json');

    const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
    expect(code).toBe(1);
    expect(diagnostics).toMatchObject([
      { code: 'file-kind', place: { file: 'public/broken' } },
      { code: 'file-kind', place: { file: 'public/link' } },
      {
        code: 'output-clash',
        message: expect.stringContaining('public/about') as string,
        place: { file: 'templates/pages/about.tsx' },
      },
    ]);
  });

  test('code that fails after its page has been rendered', async () => {
    const project = await makeProject({
      'templates/pages/index.tsx': page(
        'Home',
        '',
        `export const load = () => void Promise.reject(new Error('uncaught'));`,
      ),
    });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(1);
    expect(stderr).toContain('Error: uncaught');
    expect(stderr).toContain('templates/pages/index.tsx:1:');
  });

  test('the causes of an error', async () => {
    const load = `export const load = () => { throw new Error('outside', { cause: new Error('inside') }); };`;
    const project = await makeProject({ 'templates/pages/index.tsx': page('Home', '', load) });

    expect((await sitegen(project.root, 'build')).stderr).toContain('Error: outside (tried 4 times) (Error: inside)');
  });
});
