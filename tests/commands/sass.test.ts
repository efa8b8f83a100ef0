/** Sass: `import './menu.scss'`, `import styles from './menu.module.scss'`. It means what CSS means. */
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { accessTo, makeProject, packageOf, page, serveProject } from '../helpers/project.ts';
import { build, keepNothing, readOut, readStylesheet } from '../helpers/rebuild.ts';
import { ROOT, sitegen } from '../helpers/run.ts';
import { readServed } from '../helpers/watching.ts';

/** A page that imports a stylesheet. */
const importing = (...files: readonly string[]) => ({
  'templates/pages/index.tsx': page('Home', '', files.map((file) => `import '${file}';`).join('\n')),
});

/** `code file:line message` for each problem. */
async function problemsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { root } = await makeProject(files);
  const { stdout } = await sitegen(root, 'check', '--json');
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  return diagnostics.map(({ code, place, message }) => `${code} ${place?.file}:${place?.line} ${message}`);
}

const FILES = {
  ...keepNothing,
  'templates/site.css': '.own { color: red }',
  'templates/pages/index.tsx': page(
    'Home',
    '<p className={styles.root}>{Object.keys(styles).join()}</p><Tick />',
    `import '../base.scss';
import '../plain.css';
import styles from './a.module.scss';
import Tick from '../islands/tick.tsx';`,
  ),
  'templates/base.scss': `@use 'parts/colours' as *;
@use 'pkg:ui';
@use 'ui/scss/deep/grid';
// a comment
.base { color: $brand; .inner & { margin: 2px; } background: $picture; @include framed }`,
  'templates/plain.css': `@import './from-css.scss';`,
  'templates/from-css.scss': '$x: 7px; .from-css { margin: $x }',
  'templates/parts/_colours.scss': `$brand: #123456;
$picture: url('../pictures/dot.svg#x');
@mixin framed { .framed { border-image: image-set("../pictures/dot.svg" 1x) } }`,
  'templates/pictures/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'templates/pages/a.module.scss': `@use '../parts/colours';
.root { composes: base from '../base.module.SASS'; color: colours.$brand; &:hover :global(.widget) { animation: turn 1s } }
@keyframes turn { to { rotate: 1turn } }`,
  'templates/base.module.SASS': '.base\n  margin: 1px\n  &:hover\n    margin: 3px\n',
  'templates/islands/tick.tsx': `import { island } from 'sitegen';
import './tick.sass';
import styles, { on } from './tick.module.scss';
export default island('tick', () => <b className={styles.tick}>{on}</b>);`,
  'templates/islands/tick.sass': '.t\n  .u\n    margin: 4px',
  'templates/islands/tick.module.scss': '$a: 5px; .tick { margin: $a } .on { margin: 0 }',
  ...packageOf(
    'ui',
    { sass: 'scss/index.scss' },
    {
      'scss/index.scss': `@import 'deep/grid'; .ui { margin: 10px }`,
      'scss/deep/_grid.scss': '@import "./plain.css"; .grid { background: url(./more.png) }',
      'scss/deep/plain.css': '.imported { margin: 11px }',
      'scss/deep/more.png': 'png',
    },
  ),
};

test('Sass in pages, islands, packages and stylesheets gives one stylesheet, with the names in the HTML', async () => {
  const project = await makeProject(FILES);

  await build(project);

  const css = await readStylesheet(project);
  const order = [
    'own',
    'imported',
    'grid',
    'ui',
    'base',
    'from-css',
    'base_\\w+',
    'a_\\w+_root',
    't .u',
    'tick_\\w+_tick',
  ];
  expect(css).toMatch(new RegExp(order.map((name) => `\\.${name}[ {:]`).join('[^]*')));
  expect(css).toContain('.inner .base{margin:2px}');
  expect(css).toMatch(/\.base\{[^}]*background:url\(\/assets\/dot-\w{8}\.svg#x\)/);
  expect(css).toMatch(/\.framed\{border-image:image-set\(url\(\/assets\/dot-\w{8}\.svg\) 1x\)/);
  expect(css).toMatch(/\.grid\{background:url\(\/assets\/more-\w{8}\.png\)/);
  expect(css).toMatch(/animation:\s?1s a_\w+_turn|animation:a_\w+_turn 1s/);
  const html = await project.read('out/index.html');
  const [, base, a] = /<p class="(base_\w+) (a_\w+)">root,turn</.exec(html) ?? [];
  const [, tick] = /<b class="(tick_\w+)">tick_\w+</.exec(html) ?? [];
  for (const name of [base, a, tick]) expect(css).toContain(`.${name}{`);
  const script = (await project.list('out/assets')).find((file) => file.startsWith('islands-'));
  expect(await project.read(`out/assets/${script}`)).toContain(`"${tick}"`);
  const out = await readOut(project);
  await build(project);
  expect(await readOut(project)).toEqual(out);
});

test('every mistake has its line in the source, also in partials, and also those that are found in the CSS', async () => {
  const wrong = {
    'syntax.scss': '.a {\n  color: red',
    'part.scss': `@use 'parts/wrong';`,
    'parts/_wrong.scss': '\n.b { color: $gone }',
    'missing.scss': `\n\n@use 'gone/away';`,
    'tilde.scss': `@import '~ui/grid';`,
    'address.scss': `@use 'parts/address';\n.c { background: url(/gone.png) }`,
    'parts/_address.scss': '\n.d { .e { background: url(./gone.svg) } }',
    'recursion.scss': '@function f($x) { @return f($x + 1) }\n.j { width: f(1) }',
    'error.scss': '@mixin m { @error "Not so" }\n.k { @include m }',
    'sass.sass': '.l\n  color: red\n m: n',
  };
  const entries = Object.keys(wrong).filter((name) => !name.startsWith('parts/'));
  const problems = await problemsOf({
    ...importing(...entries.map((name) => `../${name}`)),
    ...Object.fromEntries(Object.entries(wrong).map(([name, text]) => [`templates/${name}`, text])),
  });

  expect(problems.toSorted()).toEqual([
    'compile-failed templates/address.scss:2 The stylesheet uses "/gone.png", but public/gone.png does not exist.',
    'compile-failed templates/parts/_address.scss:2 Could not resolve "./gone.svg".',
    'styles-failed templates/error.scss:2 Sass: "Not so".',
    "styles-failed templates/missing.scss:3 Sass: Can't find stylesheet to import.",
    'styles-failed templates/parts/_wrong.scss:2 Sass: Undefined variable.',
    'styles-failed templates/recursion.scss:1 Sass: The file is nested too deep, or a function or a mixin calls itself without an end.',
    'styles-failed templates/sass.sass:3 Sass: Inconsistent indentation, expected 2 spaces.',
    'styles-failed templates/syntax.scss:2 Sass: expected end of rule.',
    "styles-failed templates/tilde.scss:1 Sass: Can't find stylesheet to import.",
  ]);
});

test('a warning about the CSS has its line in the source, except in packages', async () => {
  const problems = await problemsOf({
    ...importing('../a.scss'),
    'templates/a.scss': `@use 'parts/b';\n@use 'pkg:ui';\n// a comment\n.a {\n  .b { widht: 1px }\n}`,
    'templates/parts/_b.scss': '// another\n@mixin c {\n  heigth: 1px;\n}\n.c { @include c }',
    ...packageOf('ui', { sass: 'index.scss' }, { 'index.scss': '.ui { widht: 1px }' }),
  });
  expect(problems.toSorted()).toEqual([
    'compile-warning templates/a.scss:5 "widht" is not a known CSS property.',
    'compile-warning templates/parts/_b.scss:3 "heigth" is not a known CSS property.',
  ]);
});

test('a mistake in a Sass module has its line, once, with the lines around it', async () => {
  const { root } = await makeProject({
    'templates/pages/index.tsx': page(
      'Home',
      '<p className={styles.a} /><Tick />',
      `import styles from '../a.module.scss'; import Tick from '../islands/tick.tsx';`,
    ),
    'templates/islands/tick.tsx': `import { island } from 'sitegen';
import styles from '../a.module.scss';
export default island('tick', () => <b className={styles.a} />);`,
    'templates/a.module.scss': '.a {\n  color: $gone;\n}',
  });
  const { stdout } = await sitegen(root, 'check', '--json');
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  expect(diagnostics).toMatchObject([
    {
      code: 'styles-failed',
      message: 'Sass: Undefined variable.',
      place: { file: 'templates/a.module.scss', line: 2, column: 10 },
      frame: expect.stringContaining('> 2 |   color: $gone;'),
    },
  ]);
});

test('deprecations are reported once, and not those of packages', async () => {
  const old = '@import "parts/old";\n.a { color: lighten(#000, 1%) }';
  const problems = await problemsOf({
    ...importing('../a.scss', '../b.scss', '../c.scss'),
    'templates/a.scss': old,
    'templates/b.scss': old,
    'templates/c.scss': `@use 'pkg:ui';\n@use 'ui/more';\n@warn "Expected more";`,
    'templates/parts/_old.scss': '.old { color: lighten(#000, 2%) }',
    ...packageOf(
      'ui',
      { sass: 'index.scss' },
      { 'index.scss': old, 'parts/_old.scss': old.slice(-30), '_more.scss': old },
    ),
  });
  expect(problems.map((problem) => problem.split('\n')[0])).toEqual([
    'compile-warning templates/a.scss:1 Sass: @import rules are deprecated and will be removed in Dart Sass 3.0.0.',
    'compile-warning templates/parts/_old.scss:1 Sass: Global built-in functions are deprecated and will be removed in Dart Sass 3.0.0.',
    'compile-warning templates/parts/_old.scss:1 Sass: lighten() is deprecated. Suggestions:',
    'compile-warning templates/c.scss:3 Sass: Expected more.',
  ]);
});

test('Sass loads no hidden file, and none outside of the project', async () => {
  const project = await makeProject({
    ...importing('../a.scss', '../.b.scss', '../c.scss'),
    'templates/a.scss': `\n@use '.tokens' as *;\n.a { color: $x }`,
    'templates/.tokens.scss': '$x: red;',
    'templates/.b.scss': '.b { color: red }',
    'templates/c.scss': `\n\n@use 'parts/outside';`,
  });
  mkdirSync(path.join(project.root, 'templates/parts'));
  const outside = await makeProject({ 'secret.scss': '.secret { color: red }' });
  symlinkSync(path.join(outside.root, 'secret.scss'), path.join(project.root, 'templates/parts/_outside.scss'));

  const { stdout } = await sitegen(project.root, 'check', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  expect(diagnostics.map(({ code, place, message }) => `${code} ${place?.file}:${place?.line} ${message}`)).toEqual([
    'asset-refused templates/.b.scss:undefined "templates/.b.scss" cannot be imported: it is hidden: a name in its path begins with a dot.',
    'asset-refused templates/a.scss:2 "templates/.tokens.scss" cannot be imported: it is hidden: a name in its path begins with a dot.',
    'asset-refused templates/c.scss:3 "templates/parts/_outside.scss" cannot be imported: it is outside of the project, its workspace and its packages.',
  ]);
});

test('other languages for styles are reported with advice', async () => {
  const problems = await problemsOf({
    ...importing('../a.less', '../b.styl'),
    'templates/a.less': '',
    'templates/b.styl': '',
  });
  expect(problems).toEqual([
    'compile-failed templates/pages/index.tsx:1 sitegen does not compile ".less" files.',
    'compile-failed templates/pages/index.tsx:2 sitegen does not compile ".styl" files.',
  ]);
  const imported = await problemsOf({
    'templates/site.css': '.a { color: red }\n@import "./b.scss";',
    'templates/b.scss': '',
  });
  expect(imported).toEqual([
    'styles-failed templates/site.css:2 Tailwind cannot compile the stylesheet: "./b.scss" is not CSS, which Tailwind compiles. Import it in a module, such as templates/shell.tsx.',
  ]);
});

test('without the package, one error says how to install it', async () => {
  const project = await makeProject({
    ...importing('../a.scss', '../b.scss', '../c.module.scss'),
    'templates/a.scss': '',
    'templates/b.scss': '',
    'templates/c.module.scss': '',
  });
  const own = path.join(project.root, 'own/node_modules/sitegen');
  mkdirSync(path.join(project.root, 'own/node_modules'), { recursive: true });
  for (const folder of ['bin', 'dist']) cpSync(path.join(ROOT, folder), path.join(own, folder), { recursive: true });
  cpSync(path.join(ROOT, 'package.json'), path.join(own, 'package.json'));
  const { dependencies } = JSON.parse(readFileSync(path.join(own, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), 'react', 'react-dom']) {
    const link = path.join(project.root, 'own/node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules', name), link, 'junction');
  }
  const { stderr } = spawnSync(process.execPath, [path.join(own, 'bin/sitegen.js'), 'build'], {
    cwd: project.root,
    encoding: 'utf8',
  });
  expect(stderr.match(/Sass needs the package sass, which is not installed/g)).toHaveLength(1);
  expect(stderr).toContain('templates/pages/index.tsx:1');
  expect(stderr).toContain('Also in');
  expect(stderr).toContain('Try: npm install --save-dev sass\n');
});

test('serve follows a partial, also outside of the project, and a new file that comes before another one', async () => {
  const outside = await makeProject({ 'package.json': '{"workspaces":["site"]}', '_shared.scss': '$b: 1px;' });
  const site = path.join(outside.root, 'site');
  mkdirSync(site);
  cpSync(path.join(outside.root, 'templates'), path.join(site, 'templates'), { recursive: true });
  symlinkSync(path.join(outside.root, 'node_modules'), path.join(site, 'node_modules'));
  const project = accessTo(site);
  await project.write({
    ...importing('../a.scss'),
    'templates/a.scss': `@use '../../shared';\n@use 'parts/c';\n.a { margin: shared.$b c.$c }`,
    'templates/parts/c/_index.scss': '$c: 1em;',
  });
  const server = await serveProject(project);
  const readStyles = async () => {
    const [, file = ''] = /href="\/(assets\/site-[^"]+)"/.exec(await readServed(server, '')) ?? [];
    return readServed(server, file);
  };
  expect(await readStyles()).toContain('.a{margin:1px 1em}');

  await project.write({ 'templates/parts/_c.scss': '$c: 2em;' });
  await server.says('Built');
  expect(await readStyles()).toContain('.a{margin:1px 2em}');

  await outside.write({ '_shared.scss': '$b: 3px;' });
  await server.says('Built');
  expect(await readStyles()).toContain('.a{margin:3px 2em}');
});

test.each([
  ['deep', 'a{'.repeat(100_000)],
  ['odd characters', 'a{b:\u0000\u202e\ufffd}'],
])('%s: is an error, or compiles', { timeout: 60_000 }, async (_, text) => {
  const { root } = await makeProject({ ...importing('../a.scss'), 'templates/a.scss': text, 'templates/c.png': 'png' });
  const { code, stderr } = await sitegen(root, 'build');
  expect([code, stderr]).toEqual([code === 0 ? 0 : 1, expect.not.stringContaining('bug in sitegen')]);
  expect(code === 0 || stderr.includes('templates/a.scss:1')).toBe(true);
});

test('Windows line ends, tabs, a byte order mark, and names that objects have', async () => {
  const project = await makeProject({
    ...keepNothing,
    'templates/pages/index.tsx': page(
      'Home',
      '<p className={styles.constructor}>{Object.keys(styles).join()}</p>',
      `import styles from '../__proto__.module.scss'; import '../constructor.scss';`,
    ),
    'templates/__proto__.module.scss':
      '\ufeff@use "toString" as *;\r\n.constructor\t{\r\n\tcolor: $valueOf;\r\n}\r\n.hasOwnProperty { margin: 0 }',
    'templates/_toString.scss': '$valueOf: #123456;\r\n',
    'templates/constructor.scss': '@mixin __proto__ { margin: 1px }\r\n.a { @include __proto__ }',
  });
  await build(project);
  expect(await readStylesheet(project)).toMatch(/_constructor\{color:#123456\}.*\.a\{margin:1px\}/s);
  expect(await project.read('out/index.html')).toMatch(/<p class="[^"]*_constructor">constructor,hasOwnProperty</);
});
