/** Packages that change between two saves: `serve`, which remembers what it has compiled, shows what a first build would. */
import { cpSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, packageOf, page, serveProject, type Project } from '../helpers/project.ts';
import type { Running } from '../helpers/serve.ts';
import { untilHtml } from '../helpers/watching.ts';

/** As package managers set it for files from an archive. */
const TIME = new Date('1985-10-26');

const home = (save: number) =>
  page(
    'Home',
    `<p>${save} {text}</p><Words />`,
    `import { text } from 'words';\nimport { Words } from '../islands/words.tsx';`,
  );

const SITE = {
  'package.json': JSON.stringify({ type: 'module', dependencies: { words: '1.0.0' } }),
  'templates/pages/index.tsx': home(0),
  'templates/islands/words.tsx': `import { island } from 'sitegen';
import { text } from 'words';
export const Words = island('words', () => <b>{text}</b>);`,
};

/** Puts another version in the place of the package, as an install does. */
function install({ root }: Project, version: string, code: string): void {
  const folder = path.join(root, 'node_modules/words');
  const next = `${folder}-next`;
  cpSync(folder, next, { recursive: true });
  writeFileSync(path.join(next, 'package.json'), JSON.stringify({ name: 'words', version }));
  writeFileSync(path.join(next, 'index.js'), code);
  for (const name of ['package.json', 'index.js']) utimesSync(path.join(next, name), TIME, TIME);
  rmSync(folder, { recursive: true });
  renameSync(next, folder);
}

/** Saves the page, and waits until it and the script of the island have the text. */
async function expectText(project: Project, server: Running, save: number, text: string): Promise<void> {
  await project.write({ 'templates/pages/index.tsx': home(save) });
  await untilHtml(server, '', `<p>${save} ${text}</p>`);
  expect(await scriptsOf(server)).toContain(`"${text}"`);
}

/** The text of all scripts that the page leads to. */
async function scriptsOf(server: Running): Promise<string> {
  const html = await (await fetch(server.url)).text();
  const texts = new Map<string, string>();
  const visit = async (address: string): Promise<void> => {
    if (texts.has(address)) return;
    const text = await (await fetch(new URL(address, server.url))).text();
    texts.set(address, text);
    for (const [, name = ''] of text.matchAll(/["'](\.\/[\w-]+\.js)["']/g))
      await visit(new URL(name, new URL(address, server.url)).href);
  };
  for (const [, address = ''] of html.matchAll(/src="(\/assets\/[^"]+\.js)"/g))
    await visit(new URL(address, server.url).href);
  return [...texts.values()].join('\n');
}

test('a package that is edited, installed again, linked or bound to its place', async () => {
  const project = await makeProject({
    ...SITE,
    ...packageOf('words', {}, { 'index.js': `exports.text = 'first';` }),
    'linked/words/package.json': JSON.stringify({ name: 'words', version: '1.0.0' }),
    'linked/words/index.js': `exports.text = 'links';`,
  });
  const file = path.join(project.root, 'node_modules/words/index.js');
  utimesSync(file, TIME, TIME);
  const server = await serveProject(project);
  await expectText(project, server, 1, 'first');

  writeFileSync(file, `exports.text = 'hand!';`);
  await expectText(project, server, 2, 'hand!');

  install(project, '2.0.0', `exports.text = 'newer';`);
  await expectText(project, server, 3, 'newer');
  install(project, '1.0.0', `exports.text = 'older';`); // of the same size and time
  await expectText(project, server, 4, 'older');

  install(project, '3.0.0', `exports.text = typeof __dirname === 'string' && 'bound';`);
  await project.write({ 'templates/pages/index.tsx': home(5) });
  await untilHtml(server, '', '<p>5 bound</p>');
  install(project, '4.0.0', `exports.text = 'loose';`);
  await expectText(project, server, 6, 'loose');

  rmSync(path.join(project.root, 'node_modules/words'), { recursive: true });
  symlinkSync('../linked/words', path.join(project.root, 'node_modules/words'), 'junction');
  await expectText(project, server, 7, 'links');
});

test('a package that is missing or cannot be parsed is reported with the line that imports it, until it is mended', async () => {
  const project = await makeProject({ ...SITE, ...packageOf('words', {}, { 'index.js': `exports.text = 'first';` }) });
  const server = await serveProject(project);
  await untilHtml(server, '', '<p>0 first</p>');

  install(project, '2.0.0', `exports.text = ;`);
  await project.write({ 'templates/pages/index.tsx': home(1) });
  await server.says('node_modules/words/index.js:1:16');

  rmSync(path.join(project.root, 'node_modules/words'), { recursive: true });
  await project.write({ 'templates/pages/index.tsx': home(2) });
  await server.says('templates/islands/words.tsx:2:22');

  await project.write(packageOf('words', {}, { 'index.js': `exports.text = 'mended';` }));
  await expectText(project, server, 3, 'mended');
});
