/**
 * Compares how long sitegen and other generators take for Markdown files, and how much memory:
 *
 *   npm ci && npm ci --prefix bench/rivals          once, and: apt-get install hugo time
 *   node bench/content.mjs --files 1000,10000 --only sitegen,astro --runs 3 --tmpfs
 *   node bench/content.mjs --docs --first
 *
 * Each file has front matter, 900 words, one block of code and two images of the same three.
 *
 * Without `--docs`, they are posts of a blog. Astro uses the same highlighter and image library as sitegen; Eleventy the same
 * parser, and its official plugin for code.
 *
 * With `--docs`, they are pages of a documentation: a new project of `init --template docs`, and others with their default
 * themes. Docusaurus builds no index for a search, because none is built in.
 */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BLOGS, writeBlog } from './generators/blogs.mjs';
import { DOCS_SITES, writeDocsSite } from './generators/docs-sites.mjs';
import { measureBuild } from './generators/measure.mjs';
import { median } from './generators/table.mjs';

const { values: options } = parseArgs({
  options: {
    docs: { type: 'boolean', default: false },
    files: { type: 'string' },
    only: { type: 'string' },
    runs: { type: 'string', default: '3' },
    /** Leaves out the builds after an edit. */
    first: { type: 'boolean', default: false },
    /** Builds in memory, without the cost of a disk. */
    tmpfs: { type: 'boolean', default: false },
  },
});
const kind = options.docs
  ? { tools: DOCS_SITES, write: writeDocsSite, files: '500' }
  : { tools: BLOGS, write: writeBlog, files: '1000,10000' };
const names = options.only?.split(',') ?? Object.keys(kind.tools);
const work = mkdtempSync(path.join(options.tmpfs ? '/dev/shm' : os.tmpdir(), 'sitegen-content-'));
process.on('exit', () => rmSync(work, { recursive: true }));
const EDITED = 7;

/** @returns a first build, and one after a page was changed */
async function measure(project, round) {
  const { name, cwd, tool } = project;
  // Moving is faster than deleting: see `moveOutput`.
  for (const built of [tool.out, ...tool.caches].map((folder) => path.join(cwd, folder))) {
    if (existsSync(built)) renameSync(built, path.join(work, `trash-${Math.random()}`));
  }
  const sentence = `Edited in round ${round}.`;
  if (options.first) project.edit(EDITED, sentence);
  const first = await measureBuild(project);
  if (!options.first) project.edit(EDITED, sentence);
  const again = options.first ? { seconds: NaN, memory: 0 } : await measureBuild(project);
  const html = readFileSync(path.join(cwd, tool.out, tool.page(EDITED)), 'utf8');
  for (const text of [sentence, /id="?part-two/, '<img', '<pre'])
    if (html.search(text) === -1) throw new Error(`The page of ${name} has no ${text}.`);
  // Not in the table: what is known if a long run is stopped.
  console.error(
    `${name}: ${first.seconds.toFixed(1)} s, work ${first.work.toFixed(1)} s, load ${os.loadavg()[0].toFixed(1)}`,
  );
  return { first, again };
}

console.log('| files | generator | first, s | × sitegen | work, s | after an edit, s | × sitegen | memory, MB |');
console.log('|--:|---|--:|--:|--:|--:|--:|--:|');
for (const files of (options.files ?? kind.files).split(',').map(Number)) {
  const projects = [];
  for (const name of names) projects.push(await kind.write(name, files, path.join(work, String(files))));
  const runs = new Map(projects.map((project) => [project, []]));
  // They take turns, so that anything that slows the machine affects all of them.
  for (let round = 0; round < Number(options.runs); round += 1)
    for (const project of projects) runs.get(project).push(await measure(project, round));
  const figure = (project, mode, name) => median(runs.get(project).map((run) => run[mode][name]));
  for (const project of projects) {
    const [own, base] = [project, projects[0]].map((one) => [
      figure(one, 'first', 'seconds'),
      figure(one, 'again', 'seconds'),
    ]);
    const memory = Math.max(...runs.get(project).flatMap(({ first, again }) => [first.memory, again.memory]));
    const cells = [
      files,
      project.name,
      own[0].toFixed(2),
      (own[0] / base[0]).toFixed(2),
      figure(project, 'first', 'work').toFixed(1),
      own[1].toFixed(2),
      (own[1] / base[1]).toFixed(2),
      Math.round(memory),
    ];
    console.log(`| ${cells.map((cell) => String(cell).replace('NaN', '–')).join(' | ')} |`);
  }
}
const load = os.loadavg()[2].toFixed(1);
console.log(
  `\nMedians of ${options.runs} builds, whole commands, ${os.cpus().length} processors with a load of ${load}, Node ${process.versions.node}.`,
);
