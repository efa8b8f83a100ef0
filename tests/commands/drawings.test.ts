/** A drawing must not refer to files: it would look different in another folder, and not change with the file. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

const SITE = `export default { site: 'https://www.example.com' };`;
const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const DATA = `data:image/svg+xml;base64,${Buffer.from(IMAGE).toString('base64')}`;

const card = (href: string) => `export default () => (
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><image href="${href}" width="9" height="9" /></svg>
);`;

const build = async (href: string) => {
  const files = { 'sitegen.config.ts': SITE, 'templates/card.tsx': card(href), 'image.svg': IMAGE };
  const project = await makeProject({ ...files, 'templates/pages/index.tsx': page('Home', '') });
  return sitegen(project.root, 'build');
};

test('a share card that refers to a file is an error', async () => {
  const { code, stderr } = await build('image.svg');

  expect(code).toBe(1);
  expect(stderr).toContain('The drawing refers to "image.svg". Include it as a data: URL.');
});

test.each([
  ['refers to a file', IMAGE.replace('<rect', '<image href="image.png"'), 'The drawing refers to "image.png".'],
  ['is no SVG', 'no drawing', 'The icons cannot be drawn.'],
])('an icon that %s is an error, reported along with all others', async (_what, icon, message) => {
  const project = await makeProject({
    'templates/icon.svg': icon,
    'templates/pages/other.tsx': page('Other', '<a href="/nowhere/">nowhere</a>'),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('error icon-failed  templates/icon.svg');
  expect(stderr).toContain(message);
  expect(stderr).toContain('error link-broken  templates/pages/other.tsx');
});

test.each([
  ['is emptied', ''],
  ['has other bytes', 'else'],
])('redraws a share card in out/ that %s', async (_what, contents) => {
  const files = { 'sitegen.config.ts': SITE, 'templates/card.tsx': card(DATA) };
  const project = await makeProject(files);
  await sitegen(project.root, 'build');
  const [name] = (await project.list('out/assets')).filter((file) => file.startsWith('card-'));
  const drawn = await project.read(`out/assets/${name}`);

  await project.write({ [`out/assets/${name}`]: contents });
  await sitegen(project.root, 'build');

  expect(await project.read(`out/assets/${name}`)).toBe(drawn);
});

const STYLED = '<svg><style>.a { fill: red }\n.a:hover { fill: blue }</style><path class="a"/></svg>';

/** A page with a drawing for each file. */
const drawings = (...files: readonly string[]) =>
  page(
    'Home',
    files.map((_file, index) => `<Drawing${index} />`).join(''),
    files.map((file, index) => `import Drawing${index} from '../${file}?react';`).join('\n'),
  );

test('a drawing in a page that would affect the rest of the page is an error with its place', async () => {
  const project = await makeProject({
    'templates/meta.svg':
      '<svg>\n <foreignObject><meta http-equiv="refresh" content="0;url=//a.b"/></foreignObject></svg>',
    'templates/image.svg': '<svg>\n<style>path { fill: url(a.png) }</style><path/></svg>',
    'templates/pages/index.tsx': drawings('meta.svg', 'image.svg'),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  for (const text of ['<meta>', '<foreignObject>', 'meta.svg:2:2)', 'refers to "a.png"', 'image.svg:2:1)'])
    expect(stderr).toContain(text);
});

test('styles of a drawing that cannot be inlined are a warning, and no part of the page', async () => {
  const project = await makeProject({
    'templates/star.svg': STYLED,
    'templates/pages/index.tsx': drawings('star.svg'),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(stderr).toContain('warning compile-warning  templates/pages/index.tsx:1');
  expect(stderr).toContain('`.a:hover` (templates/star.svg:1:6)');
  expect(stderr).toContain('Try: show it by an <img>: import it without "?react"');
  expect(await project.read('out/index.html')).toContain('<svg><path fill="red"></path></svg>');
});

test('without the package svgo, one error says how to install it, and drawings without a stylesheet are shown', async () => {
  const project = await makeProject({
    'templates/a.svg': STYLED,
    'templates/b.svg': STYLED,
    'templates/c.svg': '<svg><path/></svg>',
    'templates/pages/index.tsx': drawings('a.svg', 'b.svg', 'c.svg'),
  });
  const packages = path.join(project.root, 'own/node_modules');
  const own = path.join(packages, 'sitegen');
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(path.join(ROOT, part), path.join(own, part), { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(path.join(own, 'package.json'), 'utf8')) as { dependencies: object };
  for (const name of [...Object.keys(dependencies), 'react', 'react-dom']) {
    mkdirSync(path.dirname(path.join(packages, name)), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name), 'junction');
  }
  const buildByOwn = () =>
    spawnSync(process.execPath, [path.join(own, 'bin/sitegen.js'), 'build'], { cwd: project.root, encoding: 'utf8' });

  const { stderr } = buildByOwn();
  expect(stderr.match(/A drawing with a <style> needs the package svgo, which is not installed/g)).toHaveLength(1);
  expect(stderr).toContain('Try: npm install --save-dev svgo@4\n');
  await project.write({ 'templates/pages/index.tsx': drawings('c.svg') });
  expect(buildByOwn()).toMatchObject({ status: 0, stderr: '' });
});
