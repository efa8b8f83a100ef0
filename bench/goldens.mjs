/**
 * Shows how a change of sitegen changes content: reads the same documents with two checkouts, both compiled, and compares their
 * HTML, headings, ids, text, excerpt and sections, document by document.
 *
 *   node bench/goldens.mjs --before ../main                  the documents that differ
 *   node bench/goldens.mjs --before ../main --only readme/   those whose names contain a text, with every difference
 *   node bench/goldens.mjs --before ../main --recorded a.json   remembers the result before the change in a file
 *
 * The documents are those of examples/ and docs/, the comparison of formats in tests/, and 200 READMEs of installed packages; as
 * MDX as well where it can read them. They come from the checkout before the change.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync, existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compile } from '@mdx-js/mdx';
import { build } from 'esbuild';
import remarkGfm from 'remark-gfm';
import { globSync } from 'tinyglobby';

const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    after: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
    only: { type: 'string' },
    recorded: { type: 'string' },
  },
});
if (options.before === undefined) throw new Error('Name the checkout to compare with: --before ../main');
const [before, after] = [path.resolve(options.before), path.resolve(options.after)];
const work = mkdtempSync(path.join(os.tmpdir(), 'sitegen-goldens-'));
process.on('exit', () => rmSync(work, { recursive: true }));

const READMES = 200;

/** By name, without the extension. */
async function listDocuments() {
  const outfile = path.join(work, 'documents.mjs');
  await build({ entryPoints: [path.join(before, 'tests/helpers/documents.ts')], format: 'esm', outfile });
  const { DOCUMENTS } = await import(outfile);
  const both = Object.entries(DOCUMENTS).map(([name, text]) => [`both/${name.replaceAll(' ', '-')}`, text]);
  const written = globSync(['{docs,examples}/**/*.{md,mdx}', '!**/{node_modules,.sitegen,out}/**'], { cwd: before })
    .toSorted()
    .map((file) => [
      `site/${file.replace(/\.mdx?$/, '')}`,
      withoutFrontMatter(readFileSync(path.join(before, file), 'utf8')),
    ]);
  const texts = globSync('node_modules/{*,@*/*}/{README,readme}.md', { cwd: before }).toSorted();
  const readmes = texts.map((file) => [
    `readme/${path.dirname(file).slice('node_modules/'.length)}`,
    readFileSync(path.join(before, file), 'utf8'),
  ]);
  const long = readmes.filter(([, text]) => text.length > 1500 && text.length < 60_000 && !text.startsWith('---'));
  const step = Math.max(1, Math.floor(long.length / READMES));
  return [...both, ...written, ...long.filter((_, index) => index % step === 0).slice(0, READMES)];
}

function withoutFrontMatter(text) {
  return text.replace(/^---\n[^]*?\n---\n/, '');
}

async function isMdx(text) {
  if (/<[A-Z]|^(?:import|export)\b/m.test(text.replace(/^```[^]*?^```/gm, ''))) return false;
  return compile(text, { remarkPlugins: [remarkGfm] }).then(
    () => true,
    () => false,
  );
}

const documents = await listDocuments();
const files = {};
for (const [name, text] of documents) {
  files[`content/${name}.md`] = `---\ntitle: A\n---\n\n${text}\n`;
  if (name.startsWith('both/') || (await isMdx(text)))
    files[`content/${name}-mdx.mdx`] = `---\ntitle: A\n---\n\n${text}\n`;
}

const { DOCUMENT_FILES } = await import(path.join(work, 'documents.mjs'));
const SITE = {
  'templates/markdown.tsx': DOCUMENT_FILES['templates/markdown.tsx'],
  'templates/files/goldens.txt.ts': `import { appendFileSync } from 'node:fs';
import { collection } from 'sitegen/content';
const all = collection('content/**/*.{md,mdx}');
const attempt = async (run) => { try { return await run(); } catch (error) { return 'failed: ' + String(error.message); } };
export default async () => {
  for (const entry of await all.all()) {
    const facts = await attempt(() => ({ headings: entry.headings, text: entry.text, excerpt: entry.excerpt, sections: entry.sections }));
    const html = await attempt(() => entry.html());
    appendFileSync(process.env.GOLDENS, JSON.stringify([entry.file, { html, ...Object(facts) }]) + '\\n');
  }
  return 'done';
};`,
};

/** @returns what a checkout reads, by file */
function read(sitegen) {
  const folder = mkdtempSync(path.join(work, 'site-'));
  cpSync(path.join(before, 'examples/minimal'), folder, {
    recursive: true,
    filter: (file) => !/node_modules|\.sitegen|out$/.test(file),
  });
  mkdirSync(path.join(folder, 'node_modules'));
  for (const installed of [
    'react',
    'react-dom',
    '@types',
    'shiki',
    '@shikijs',
    'markdown-it',
    'yaml',
    '@mdx-js',
    'remark-gfm',
    'remark-directive',
  ]) {
    const target = path.join(sitegen, 'node_modules', installed);
    if (existsSync(target)) symlinkSync(target, path.join(folder, 'node_modules', installed));
  }
  symlinkSync(sitegen, path.join(folder, 'node_modules/sitegen'));
  for (const [file, text] of Object.entries({ ...files, ...SITE })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const results = path.join(folder, 'goldens.jsonl');
  const env = { ...process.env, GOLDENS: results };
  const args = [path.join(sitegen, 'bin/sitegen.js'), 'build', '--root', folder];
  for (;;) {
    try {
      execFileSync(process.execPath, args, { env, stdio: 'pipe', maxBuffer: 1 << 28 });
      break;
    } catch (error) {
      const errors = [...String(error.stderr).matchAll(/^error ([\w-]+) +(\S+\.mdx)\b.*\n(.*)/gm)];
      const refused = errors.filter(([, code]) => /^(?:compile-failed|content-invalid)$/.test(code));
      for (const [, , file, message] of refused) {
        console.log(`${path.basename(sitegen)} refuses ${file}: ${message.trim()}`);
        rmSync(path.join(folder, file), { force: true });
      }
      if (existsSync(results)) break;
      if (refused.length === 0) throw error;
    }
  }
  return new Map(
    readFileSync(results, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
}

function readBefore() {
  if (options.recorded === undefined) return read(before);
  if (!existsSync(options.recorded)) writeFileSync(options.recorded, JSON.stringify([...read(before)]));
  return new Map(JSON.parse(readFileSync(options.recorded, 'utf8')));
}

const [old, now] = [readBefore(), read(after)];
let different = 0;
for (const [file, then] of old) {
  if (options.only !== undefined && !file.includes(options.only)) continue;
  const found = now.get(file) ?? {};
  const fields = Object.keys(then).filter((field) => JSON.stringify(then[field]) !== JSON.stringify(found[field]));
  if (fields.length === 0) continue;
  different += 1;
  console.log(`${file}: ${fields.join(', ')}`);
  for (const field of fields) show(then[field], found[field]);
}
console.log(`${different} of ${old.size} documents differ.`);

/** Prints the lines that differ, the first of them unless documents are named. */
function show(a, b) {
  const lines = (value) =>
    (typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '')).replace(/></g, '>\n<').split('\n');
  const [left, right] = [lines(a), lines(b)];
  const [inLeft, inRight] = [new Set(left), new Set(right)];
  const changes = [
    ...left.filter((line) => !inRight.has(line)).map((line) => `  - ${line.slice(0, 240)}`),
    ...right.filter((line) => !inLeft.has(line)).map((line) => `  + ${line.slice(0, 240)}`),
  ];
  console.log((options.only === undefined ? changes.slice(0, 6) : changes).join('\n'));
}
