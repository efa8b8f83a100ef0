/**
 * Makes a project of the documentation: the template `docs` with docs/ as its content, and the landing page of
 * examples/manual. `npm run docs` writes it to .sitegen/manual, and serves it. `DOCS_ADDRESS` is the address of the site.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readEvidence } from './manual/evidence.mjs';

const root = path.resolve(import.meta.dirname, '..');
const site = path.join(root, '.sitegen/manual');
const read = (file) => readFileSync(path.join(root, file), 'utf8');

function write(file, text) {
  mkdirSync(path.dirname(path.join(site, file)), { recursive: true });
  writeFileSync(path.join(site, file), text);
}

// Not `.sitegen/memo`, which has the cards.
for (const name of ['docs', 'landing', 'templates', 'public'])
  rmSync(path.join(site, name), { recursive: true, force: true });
write('package.json', '{ "private": true, "type": "module" }\n');
for (const folder of ['examples/docs', 'examples/manual'])
  for (const name of ['templates', 'public'])
    cpSync(path.join(root, folder, name), path.join(site, name), { recursive: true });
cpSync(path.join(root, 'examples/docs/sitegen.config.ts'), path.join(site, 'sitegen.config.ts'));
cpSync(path.join(root, 'templates/fonts'), path.join(site, 'templates/fonts'), { recursive: true }); // of the cards
write('templates/site.css', read('examples/docs/templates/site.css') + read('examples/manual/landing.css'));

// A document is edited in docs/, and each page links to its own file.
write('templates/docs.ts', read('examples/docs/templates/docs.ts').replace('content/docs/**', 'docs/**'));

const { homepage } = JSON.parse(read('package.json'));
const repository = homepage.replace('#readme', '');
const facts = {
  name: 'sitegen',
  tagline: 'Static sites in React, with scripts only where they are needed',
  description: 'A static site generator for React: plain HTML, and JavaScript only on pages with islands.',
  address: process.env.DOCS_ADDRESS ?? 'https://docs.example.com', // until it is published
  repository,
  editBase: `${repository}/edit/main/`,
  language: 'en',
};
write('templates/site.ts', `export const site = ${JSON.stringify(facts, null, 2)};\n`);
for (const [file, text] of Object.entries(await readEvidence(root))) write(file, text);

/** The documents that a `README.md` names, in reading order, each with the heading above and the text of its link. */
function linksIn(file) {
  const sections = read(`docs/${file}`).split(/^## /m);
  return sections.flatMap((section, place) => {
    const group = place === 0 ? {} : { group: section.slice(0, section.indexOf('\n')) };
    return [...section.matchAll(/\[([^\]]+)\]\(([\w/-]+\.md)\)/g)].flatMap(([, label, link]) => {
      const document = path.posix.join(path.posix.dirname(file), link);
      if (!link.endsWith('README.md')) return [{ document, label, ...group }];
      return [{ document, label: 'Overview', ...group, collapsed: true }, ...linksIn(document)];
    });
  });
}

const order = linksIn('README.md');
const files = readdirSync(path.join(root, 'docs'), { recursive: true }).map((file) => file.replaceAll('\\', '/'));
const documents = files.filter((file) => file.endsWith('.md') && file !== 'README.md');
const unlisted = documents.filter((file) => !order.some(({ document }) => document === file));
if (unlisted.length > 0) throw new Error(`No README.md in docs/ links to ${unlisted.join(', ')}.`);

for (const file of documents) {
  const text = read(`docs/${file}`);
  const [heading, title] = /^# (.+)\n/.exec(text);
  const place = order.findIndex(({ document }) => document === file);
  const { document: _, ...listed } = order[place];
  const fields = { title: title.replaceAll('`', ''), order: place, ...listed };
  const front = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  const body = text
    .slice(heading.length)
    .replace(/\]\((?:\.\.\/)+(README|CHANGELOG)\.md/g, `](${repository}/blob/main/$1.md`)
    .replace(/README\.md(?=[#)])/g, 'index.md');
  write(`docs/${file.replace('README.md', 'index.md')}`, `---\n${front.join('')}---\n${body}`);
}
