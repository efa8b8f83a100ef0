/**
 * Makes a project of the documentation: the template `docs`, with docs/ as its content. `npm run docs` writes it to
 * .sitegen/manual, and serves it.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const site = path.join(root, '.sitegen/manual');
const read = (file) => readFileSync(path.join(root, file), 'utf8');

function write(file, text) {
  mkdirSync(path.dirname(path.join(site, file)), { recursive: true });
  writeFileSync(path.join(site, file), text);
}

rmSync(site, { recursive: true, force: true });
for (const name of ['templates', 'public', 'sitegen.config.ts'])
  cpSync(path.join(root, 'examples/docs', name), path.join(site, name), { recursive: true });

// A document is edited in docs/, and each page links to its own file.
write('templates/docs.ts', read('examples/docs/templates/docs.ts').replace('content/docs/**', 'docs/**'));

const { homepage } = JSON.parse(read('package.json'));
const repository = homepage.replace('#readme', '');
const facts = {
  name: 'sitegen',
  tagline: 'Static sites in React, with scripts only where they are needed.',
  description: 'A static site generator for React: plain HTML, and JavaScript only on pages with islands.',
  address: 'https://docs.example.com', // until it is published
  repository,
  editBase: `${repository}/edit/main/`,
  language: 'en',
};
write('templates/site.ts', `export const site = ${JSON.stringify(facts, null, 2)};\n`);

/** The documents that a `README.md` names, in reading order. */
const linksIn = (file) =>
  [...read(`docs/${file}`).matchAll(/\]\(([\w/-]+\.md)\)/g)].map(([, link]) =>
    path.posix.join(path.posix.dirname(file), link),
  );
const order = linksIn('README.md').flatMap((file) => (file.endsWith('README.md') ? [file, ...linksIn(file)] : [file]));
const files = readdirSync(path.join(root, 'docs'), { recursive: true }).map((file) => file.replaceAll('\\', '/'));
const documents = files.filter((file) => file.endsWith('.md') && file !== 'README.md');
const unlisted = documents.filter((file) => !order.includes(file));
if (unlisted.length > 0) throw new Error(`No README.md in docs/ links to ${unlisted.join(', ')}.`);

for (const file of documents) {
  const text = read(`docs/${file}`);
  const [heading, title] = /^# (.+)\n/.exec(text);
  const fields = { title: title.replaceAll('`', ''), order: order.indexOf(file) };
  const front = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  const body = text
    .slice(heading.length)
    .replace(/\]\((?:\.\.\/)+(README|CHANGELOG)\.md/g, `](${repository}/blob/main/$1.md`)
    .replace(/README\.md(?=[#)])/g, 'index.md');
  write(`docs/${file.replace('README.md', 'index.md')}`, `---\n${front.join('')}---\n${body}`);
}
