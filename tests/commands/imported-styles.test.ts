/** Stylesheets that modules import: `import './menu.css'`, `import styles from './menu.module.css'`. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { NOTHING, build, keepNothing, readOut, readStylesheet } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';

/** One of the islands is not on any page. */
const CONFIG = {
  'sitegen.config.ts': `export default { keepAssets: 0, checks: { 'island-unused': 'off' } };`,
};

const FILES = {
  'templates/site.css': '.own { color: red }',
  'templates/pages/a.tsx': page(
    'A',
    '<p className={styles.root}>{Object.keys(styles).join()}</p><Tick />',
    `import 'widgets/widgets.css';
import styles from './a.module.css';
import Tick from '../islands/tick.tsx';`,
  ),
  'templates/pages/a.module.css': `.root { composes: base from '../base.module.css'; background: url('./dot.svg#x') }
.root:hover :global(.widget) { animation: turn 1s }
@keyframes turn { to { rotate: 1turn } }`,
  'templates/base.module.css': '.base { margin: 1px }',
  'templates/pages/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'templates/pages/b.tsx': page('B', '<p className={root} />', `import { root } from '../b/a.module.css';`),
  'templates/b/a.module.css': '.root { margin: 2px }',
  'templates/islands/tick.tsx': `import { island } from 'sitegen';
import 'widgets/widgets.css';
import styles, { on } from './tick.module.css';
export default island('tick', () => <b className={styles.tick}>{on}</b>);`,
  'templates/islands/tick.module.css': '.tick { margin: 3px } .on {}',
  'templates/islands/unused.tsx': `import { island } from 'sitegen';
import './unused.css';
export default island('unused', () => <b />);`,
  'templates/islands/unused.css': '.unused { margin: 4px }',
  'node_modules/widgets/package.json': JSON.stringify({ name: 'widgets', version: '1.0.0' }),
  'node_modules/widgets/widgets.css': `@import './deep/more.css'; .widget { *zoom: 1; margin: 5px }`,
  'node_modules/widgets/deep/more.css': '.more { background: url(more.png) }',
  'node_modules/widgets/deep/more.png': 'png',
};

test('one stylesheet contains what pages and islands import, in order, after site.css, with the names in the HTML', async () => {
  const project = await makeProject({ ...FILES, ...CONFIG });

  await build(project);

  const css = await readStylesheet(project);
  const order = ['own', 'more', 'widget', 'base_\\w+', 'a_\\w+_root', 'tick_\\w+_tick', 'a_\\w+_root'];
  expect(css).toMatch(new RegExp(order.map((name) => `\\.${name}[ {:]`).join('[^]*')));
  expect(css).not.toContain('unused');
  expect(css).toMatch(/url\(\/assets\/dot-\w{8}\.svg#x\)/);
  expect(css).toMatch(/url\(\/assets\/more-\w{8}\.png\)/);
  expect(css).toMatch(/animation:\s?1s a_\w+_turn|animation:a_\w+_turn 1s/);
  const [, base, a] = /<p class="(base_\w+) (a_\w+)">root,turn</.exec(await project.read('out/a/index.html')) ?? [];
  const [, b] = /<p class="(a_\w+)">/.exec(await project.read('out/b/index.html')) ?? [];
  const [, tick, on] = /<b class="(tick_\w+)">(tick_\w+)</.exec(await project.read('out/a/index.html')) ?? [];
  for (const name of [base, a, b, tick]) expect(css).toContain(`.${name}{`);
  expect(a).not.toBe(b);
  const script = (await project.list('out/assets')).find((file) => file.startsWith('islands-'));
  const code = await project.read(`out/assets/${script}`);
  expect(code).toContain(`"${tick}"`);
  expect(code).toContain(`"${on}"`);
  const out = await readOut(project);
  await build(project);
  expect(await readOut(project)).toEqual(out);
});

test('later builds follow changed stylesheets and their imports, and drop those of deleted pages', async () => {
  const project = await makeProject({ ...FILES, ...CONFIG, 'templates/site.css': undefined });
  const shown: string[] = [];
  const rebuild = async (file: string, text: string) => {
    await project.write({ [file]: text });
    await build(project);
    shown.push(await readStylesheet(project));
  };
  await build(project);
  expect(await readStylesheet(project)).toContain('sitegen-island');

  await rebuild('templates/islands/tick.module.css', '.tick { margin: 33px } .on {}');
  expect(shown.at(-1)).toContain('33px');
  await rebuild('node_modules/widgets/deep/more.css', '.more { margin: 55px }');
  expect(shown.at(-1)).toContain('55px');
  await rebuild('templates/base.module.css', '.base { composes: more; margin: 1px } .more {}');
  expect(await project.read('out/a/index.html')).toMatch(/class="base_\w+_more base_\w+_base a_/);
  await project.remove('templates/pages/b.tsx');
  await rebuild('templates/pages/dot.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9"/>');
  expect(shown.at(-1)).not.toContain('2px');
  const out = await readOut(project);
  expect(await build(project)).toEqual(NOTHING);
  await build(project);
  expect(await readOut(project)).toEqual(out);
});

test('leaves out unused CSS modules of a package without side effects', async () => {
  const component = (name: string) => `import styles from './${name}.module.css';
export const ${name} = () => <i className={styles.${name}} />;`;
  const project = await makeProject({
    ...keepNothing,
    'templates/pages/index.tsx': page('Home', '<One />', `import { One } from '../../ui/index.ts';`),
    'ui/package.json': JSON.stringify({ sideEffects: false }),
    'ui/index.ts': `export { One } from './One.tsx';\nexport { Two } from './Two.tsx';`,
    'ui/One.tsx': component('One'),
    'ui/Two.tsx': component('Two'),
    'ui/One.module.css': '.One { margin: 1px }',
    'ui/Two.module.css': '.Two { margin: 2px }',
  });

  await build(project);

  const css = await readStylesheet(project);
  expect(css).toContain('1px');
  expect(css).not.toContain('2px');
});

test('strings that are addresses are published and checked as in url(), in every kind of stylesheet', async () => {
  const imageSet = (name: string, picture: string) =>
    `.${name} { background: image-set("${picture}" 1x, '/plan.png' type("image/png") 2x) }`;
  const packageWith = (name: string) => ({
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', style: 'css/index.css' }),
    [`node_modules/${name}/css/index.css`]: imageSet(name, `../pictures/${name}.png`),
    [`node_modules/${name}/pictures/${name}.png`]: name,
  });
  const project = await makeProject({
    'sitegen.config.ts': `export default { keepAssets: 0, base: '/docs/' };`,
    ...packageWith('cards'),
    ...packageWith('menus'),
    'public/plan.png': 'plan',
    'templates/site.css': `@import 'cards';\n${imageSet('own', './own.png')}`,
    'templates/own.png': 'own',
    'templates/pages/a.tsx': page(
      'A',
      '<i className={box} />',
      `import 'menus/css/index.css';\nimport { box } from '../box.module.css';`,
    ),
    'templates/box.module.css': imageSet('box', 'box.png'),
    'templates/box.png': 'box',
  });

  await build(project);

  const css = await readStylesheet(project);
  for (const name of ['own', 'cards', 'menus', 'box']) {
    expect(css).toMatch(
      new RegExp(
        String.raw`image-set\(url\("?/docs/assets/${name}-\w{8}\.png"?\) 1x,\s?url\("?/docs/plan\.png"?\) type\("image/png"\) 2x\)`,
      ),
    );
  }

  await project.write({
    'templates/site.css': `\n${imageSet('own', './gone.png')}`,
    'templates/box.module.css': imageSet('box', 'plans/gone.png'),
  });
  const { stdout } = await sitegen(project.root, 'check', '--json');
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  expect(diagnostics.map(({ place, message }) => `${place?.file}:${place?.line} ${message}`).toSorted()).toEqual([
    'templates/box.module.css:1 Could not resolve "plans/gone.png".',
    'templates/site.css:2 Could not resolve "./gone.png".',
  ]);
});

test('directives of Tailwind in stylesheets of modules are errors: they would be lost', async () => {
  const project = await makeProject({
    'templates/apply.module.css': '\n\n.b { @apply flex; }',
    'templates/theme.css': '/* @apply in a comment */\n@theme { --color-a: red; }',
    'templates/all.css': '@import "tailwindcss";',
    'templates/apply.scss': '// @apply a;\n.i {\n  @apply flex;\n}',
    'templates/plain.css': '.c::before { content: "apply" }',
    'templates/pages/index.tsx': page(
      'Home',
      '<b className={s.b}>b</b>',
      `import s from '../apply.module.css';
import '../theme.css';
import '../all.css';
import '../apply.scss';
import '../plain.css';`,
    ),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(
    [...stderr.matchAll(/^error styles-failed +(\S+)\n +`(.*?)` has no effect here/gm)].map(([, ...one]) => one),
  ).toEqual([
    ['templates/apply.module.css:3:6', '@apply'],
    ['templates/theme.css:2:1', '@theme'],
    ['templates/all.css:1:1', '@import "tailwindcss'],
    ['templates/apply.scss:3:3', '@apply'],
  ]);
});
