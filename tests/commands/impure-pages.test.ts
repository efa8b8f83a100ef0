import { describe, expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** A page whose data is what an expression gives, and which says so each time it loads. */
function loadingPage(expression: string, imports = '') {
  const load = `export const load = async () => { console.log('loading'); return typeof (await (${expression})); };`;
  return { 'templates/pages/data.tsx': page('Data', '<p>{data}</p>', `${imports}\n${load}`) };
}

/** @returns whether a build has asked for data */
async function loads(project: Project): Promise<boolean> {
  const { code, stderr } = await sitegen(project.root, 'build');
  expect({ code, stderr: stderr.replaceAll('[/data/] loading\n', '') }).toEqual({ code: 0, stderr: '' });
  return stderr.includes('loading');
}

describe('an impure page', () => {
  const footer = 'export const Footer = () => <footer>{new Date().getTime()}</footer>;\n';
  const files = {
    'templates/footer.tsx': footer,
    'templates/pages/a.tsx': page('A', '<Footer />', `import { Footer } from '../footer.tsx';`),
    'templates/pages/b.tsx': page('B', '<Footer />', `import { Footer } from '../footer.tsx';`),
  };

  test('is rendered in every build, and reported once, with its line', async () => {
    const project = await makeProject(files);
    await sitegen(project.root, 'build');
    const before = await project.read('out/a/index.html');

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(0);
    expect(await project.read('out/a/index.html')).not.toBe(before);
    expect(stderr.match(/^warning page-impure/gm)).toHaveLength(1);
    expect(stderr).toContain('templates/footer.tsx:1:');
    expect((await sitegen(project.root, 'why', '/a/')).stdout).toContain('it is not deterministic');
    expect((await sitegen(project.root, 'why', '/')).stdout).toContain('Up to date');
  });

  test('is one whose own module uses the clock while it is loaded', async () => {
    const project = await makeProject({
      ...files,
      'templates/footer.tsx': `const year = new Date().getTime();\nexport const Footer = () => <footer>{year}</footer>;\n`,
    });
    await sitegen(project.root, 'build');
    const before = await project.read('out/a/index.html');

    const { stderr } = await sitegen(project.root, 'build');

    expect(await project.read('out/a/index.html')).not.toBe(before);
    expect(stderr).toContain('templates/footer.tsx:1:');
  });

  test('is one whose own module asks another program while it is loaded', async () => {
    const project = await makeProject({
      'templates/pages/a.tsx': page(
        'A',
        '<p>{out}</p>',
        `import { execSync } from 'node:child_process';\nconst out = String(execSync('date +%s%N'));`,
      ),
    });
    await sitegen(project.root, 'build');
    const before = await project.read('out/a/index.html');

    await sitegen(project.root, 'build');

    expect(await project.read('out/a/index.html')).not.toBe(before);
  });

  test('is pure again when its code is', async () => {
    const project = await makeProject(files);
    await sitegen(project.root, 'build');
    await project.write({ 'templates/footer.tsx': 'export const Footer = () => <footer />;\n' });

    const { stderr } = await sitegen(project.root, 'build');

    expect(stderr).toBe('');
    expect((await sitegen(project.root, 'why', '/a/')).stdout).toContain('Up to date');
  });
});

describe('data that is asked of something impure is loaded in every build', () => {
  test.each([
    ['new Intl.DateTimeFormat().format()', ''],
    ['process.hrtime.bigint()', ''],
    [`crypto.subtle.generateKey('Ed25519', true, ['sign'])`, ''],
    ['performance.timeOrigin', ''],
    [
      `open('data.txt').then((file) => file.stat().finally(() => file.close()))`,
      `import { open } from 'node:fs/promises';`,
    ],
    [
      `open('written.txt', 'w').then((file) => file.write('').finally(() => file.close()))`,
      `import { open } from 'node:fs/promises';`,
    ],
  ])('%s', async (expression, imports) => {
    const project = await makeProject({ ...loadingPage(expression, imports), 'data.txt': '' });

    expect(await loads(project)).toBe(true);
    expect(await loads(project)).toBe(true);
  });
});
