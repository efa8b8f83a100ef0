/** Documents built to keep a build busy, exhaust its memory or crash its process: the limits of pages end and name each of them. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { ROOT, run } from '../helpers/run.ts';

const MAX_LENGTH = 2_000_000; // characters

/** Repeats as often as there is space. */
const fill = (text: string): string => text.repeat(Math.floor(MAX_LENGTH / text.length));

const nested = (open: string, inside: string, close: string): string => {
  const count = Math.floor((MAX_LENGTH - inside.length) / (open.length + close.length));
  return open.repeat(count) + inside + close.repeat(count);
};

/** Pieces that differ, as often as there is space. */
function list(piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let [index, length] = [0, 0]; length < MAX_LENGTH - 20_000; index += 1) {
    const next = piece(index);
    pieces.push(next);
    length += next.length;
  }
  return pieces.join('');
}

const table = (columns: number, rows: number, row: string): string =>
  `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${row.repeat(rows)}`;

/** One or two of each kind: they differ in what a parser repeats, nests, or compares. */
const HOSTILE: Readonly<Record<string, () => string>> = {
  // Entities
  'no-break spaces': () => fill('&nbsp;'),
  'entities in an address': () => `http://a.b/${'&amp;'.repeat(390_000)}`,
  // Emphasis
  'stars and underscores': () => fill('*a_ '),
  'emphasis in emphasis': () => nested('*a _b ', 'c', ' b_ a*'),
  'three lengths of emphasis': () => fill('*a **b ***c '),
  // Code
  'marks of code': () =>
    `\`\`\`js {${'1-999999999,'.repeat(50_000)}1}\n${'a // [!code ++:999999999]\n'.repeat(50_000)}\`\`\``,
  'runs of backticks': () => list((index) => `${'`'.repeat(index % 2000)} `),
  'fences with languages': () => list((index) => `\`\`\`a${index}\n\n\`\`\`\n`),
  // Links
  'brackets in brackets': () => nested('[', 'a', ']'),
  'links on lines': () => fill('[a](/b/)\n'),
  definitions: () => `${'[x]: /y\n'.repeat(100_000)}${'[x]'.repeat(300_000)}`,
  addresses: () => fill('http://a.b '),
  'letters before an at sign': () => `${'a.'.repeat(990_000)}@b.c`,
  // Containers
  'quotes that are lazy': () => `${'> '.repeat(250)}a\n${'a\n'.repeat(900_000)}`,
  'lists below each other': () => Array.from({ length: 1900 }, (_, depth) => `${' '.repeat(depth)}- x`).join('\n'),
  items: () => fill('- a\n'),
  'notes with names that differ': () => list((index) => `:::n${index}\n`),
  'notes in notes': () => nested(':::note\n', 'a\n', ':::\n'),
  footnotes: () => list((index) => `a[^${index}]\n\n[^${index}]: b\n\n`),
  // Tables
  'a wide table': () => table(5000, 20, `${'|'.repeat(5000)}\n`),
  'a table with short rows': () => table(400, 900_000, 'x\n'),
  // Blocks
  'one line': () => fill('x'),
  'short lines': () => fill('x\n'),
  'headings that differ': () => list((index) => `# a${index}\n`),
  // HTML
  'less-than signs': () => fill('<'),
  'elements in elements': () => fill('<div>'),
  'formatting that is opened again': () =>
    `${list((index) => `<b a${index}>`).slice(0, 2800)}</p>${'<p>x</p>'.repeat(240_000)}`,
  'comments that never end': () => fill('<!--'),
  styles: () => `<p style="${'a:b;'.repeat(480_000)}">`,
  'names of elements that differ': () => list((index) => `<a-${index}></a-${index}>\n`),
};

/** The limits of the pages. */
const SECONDS = 5;
const MEGABYTES = 512;

/** For the build around them, on a machine that does other things. */
const MAX_SECONDS = SECONDS + 40;
const MAX_MEGABYTES = MEGABYTES + 500;

const REPORT = `import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const usage = { seconds: process.uptime(), megabytes: process.resourceUsage().maxRSS / 1024 };
  writeFileSync('usage.json', JSON.stringify(usage));
});`;

test.each(
  Object.entries(HOSTILE).flatMap(([name, document]) => [
    { name, document, html: false },
    { name, document, html: true },
  ]),
)('$name, HTML: $html', { timeout: 120_000 }, async ({ document, html }) => {
  const { code, stderr, seconds, megabytes } = await buildDocument(document(), html);

  // It is either published, or its mistakes are reported.
  const isReported = /^error [\w-]+ +templates\/pages\/index\.md/m.test(stderr);
  expect({ code, stderr: stderr.slice(0, 1000), isRight: code === 0 || isReported }).toMatchObject({ isRight: true });
  expect(seconds).toBeLessThan(MAX_SECONDS);
  expect(megabytes).toBeLessThan(MAX_MEGABYTES);
});

/** @returns the result of the command, its time and its peak memory */
async function buildDocument(document: string, html: boolean) {
  const project = await makeProject({
    'sitegen.config.ts': `export default {
  limits: { seconds: ${SECONDS}, memory: ${MEGABYTES} },
  markdown: { html: ${html} },
  checks: { 'code-plain': 'off' },
};`,
    'templates/pages/index.tsx': undefined,
    'templates/pages/index.md': `---\ntitle: A\ndescription: B\n---\n\n# A\n\n${document}`,
  });
  const report = path.join(project.root, 'report.mjs');
  await writeFile(report, REPORT);

  const command = ['node', '--import', pathToFileURL(report).href, path.join(ROOT, 'bin/sitegen.js'), 'build'];
  const ran = await run(command, project.root);
  const usage = JSON.parse(await readFile(path.join(project.root, 'usage.json'), 'utf8')) as {
    readonly seconds: number;
    readonly megabytes: number;
  };
  return { ...ran, ...usage };
}
