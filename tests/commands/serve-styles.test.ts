/** `serve` reuses one compiler for the stylesheet: the result must be the same as in a build. */
import { expect, onTestFinished, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { startServe } from '../helpers/serve.ts';
import { readServed } from '../helpers/watching.ts';
import { sitegenProcess } from '../helpers/run.ts';
import { readOut } from '../helpers/rebuild.ts';

const SHELL = `export default ({ meta, stylesheet, children }) => (
  <html lang="en"><head><title>{meta.title}</title><meta name="description" content="A page." /><link rel="stylesheet" href={stylesheet} /></head>
  <body>{children}</body></html>
);`;

const stylesheet = (html: string) => /\/(assets\/site-[^"]+\.css)/.exec(html)?.[1] ?? 'none';

const pageWith = (classes: string) =>
  `export const meta = { title: 'Home', description: 'A page.' };
export default () => <main className="${classes}"><h1>Home</h1></main>;`;

test('serve sends the same stylesheet as a build when classes or imported stylesheets change', async () => {
  const project = await makeProject({
    'templates/shell.tsx': SHELL,
    'templates/site.css': `@import 'tailwindcss';\n@import './colours.css';`,
    'templates/colours.css': '@theme { --color-brand: #123456; }',
    'templates/pages/index.tsx': pageWith('flex 2xl:p-4'),
  });
  const server = await startServe(project.root);
  onTestFinished(async () => void (await server.stop()));
  const changes = [
    {},
    { 'templates/pages/index.tsx': pageWith('flex 2xl:p-4 text-brand') },
    { 'templates/colours.css': '@theme { --color-brand: #654321; }' },
    { 'templates/pages/index.tsx': pageWith('flex text-brand') },
    { 'templates/pages/index.tsx': pageWith('hover:underline') },
  ];
  for (const change of changes) {
    await project.write(change);
    const served = stylesheet(await readServed(server, ''));
    expect(await sitegenProcess(project.root, 'build')).toMatchObject({ code: 0 });
    const out = await readOut(project);
    expect(served).toBe(stylesheet(String(out['index.html'])));
    expect(await readServed(server, served)).toBe(String(out[served]));
  }
});

test('serve bundles the stylesheet again when a file changes that only the bundle has', async () => {
  const dot = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 1" />`;
  const project = await makeProject({
    'templates/shell.tsx': `import './plain.css';\n${SHELL}`,
    'templates/site.css': 'main { background: url(./dot.svg) }',
    'templates/plain.css': 'h1 { color: red }',
    'templates/dot.svg': dot(1),
    'templates/pages/index.tsx': pageWith('a'),
  });
  const server = await startServe(project.root);
  onTestFinished(async () => void (await server.stop()));
  const readStyles = async () => readServed(server, stylesheet(await readServed(server, '')));
  const readDot = async () => readServed(server, /assets\/dot-[\w-]+\.svg/.exec(await readStyles())?.[0] ?? 'none');
  expect(await readDot()).toBe(dot(1));

  await project.write({ 'templates/pages/index.tsx': pageWith('b') });
  expect(await readStyles()).toContain('h1{color:red}');

  await project.write({ 'templates/dot.svg': dot(2) });
  expect(await readDot()).toBe(dot(2));

  await project.write({ 'templates/plain.css': 'h1 { color: green }' });
  expect(await readStyles()).toContain('h1{color:green}');
});
