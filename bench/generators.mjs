/**
 * Compares the build times of sitegen and other generators for the same site, and checks that their pages are the same:
 *
 *   npm ci --prefix bench/rivals                    once, and: apt-get install hugo time
 *   node bench/generators.mjs --pages 0,1000 --only sitegen,hugo --runs 3 --modes cold,warm,edit --tmpfs
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { comparePages } from './generators/compare.mjs';
import { measureBuild } from './generators/measure.mjs';
import { createProject, editPage, moveOutput, readPage } from './generators/project.mjs';
import { loadReference } from './generators/reference-site.mjs';
import { formatTable } from './generators/table.mjs';
import { tools } from './generators/tools.mjs';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', multiple: true, default: ['0,1000,10000'] },
    only: { type: 'string', default: Object.keys(tools).join() },
    modes: { type: 'string', default: 'cold,warm,edit' },
    runs: { type: 'string', default: '3' },
    /** Builds in memory, without the cost of a disk. */
    tmpfs: { type: 'boolean', default: false },
  },
});
const sizes = options.pages.flatMap((list) => list.split(',')).map(Number);
const modes = options.modes.split(',');
const work = mkdtempSync(path.join(options.tmpfs ? '/dev/shm' : os.tmpdir(), 'sitegen-generators-'));
process.on('exit', () => rmSync(work, { recursive: true }));
const reference = await loadReference(work);
const fixed = Object.keys(reference.FIXED).length;
const projects = [];
const runs = [];
const failed = new Set();

async function build(project, mode) {
  try {
    runs.push({ project, mode, ...(await measureBuild(project)) });
  } catch (error) {
    failed.add(project);
    console.error(error.message);
  }
}

/** Generators take turns, in a new order each round, so that anything that slows the machine affects all of them. */
async function takeTurns(pages, turn) {
  process.env.BENCH_PAGES = String(pages);
  const all = projects.filter((project) => project.pages === pages);
  for (let round = 0; round < Number(options.runs); round += 1) {
    for (const index of all.keys()) {
      const project = all[(index + round) % all.length];
      if (!failed.has(project)) await turn(project, round);
    }
  }
}

async function buildCold(project, round) {
  moveOutput(project, path.join(work, 'trash'));
  await build(project, 'cold');
  if (round > 0 || failed.has(project)) return;
  comparePages(project, reference);
  console.error(`${project.name} built the same ${project.pages + fixed} pages`);
}

async function buildAgain(project, round) {
  if (modes.includes('warm')) await build(project, 'warm');
  if (!modes.includes('edit')) return;
  const address = project.pages === 0 ? '/our-approach/' : `/insights/${Math.min(7, project.pages)}/`;
  const text = `Edited for round ${round}.`;
  editPage(project, reference, address, text);
  await build(project, 'edit');
  if (!failed.has(project) && !readPage(project, address).includes(text))
    throw new Error(`${project.name} kept the old text.`);
}

for (const pages of sizes) {
  process.env.BENCH_PAGES = String(pages);
  for (const name of options.only.split(',')) {
    projects.push({ ...(await createProject(name, pages, work, reference)), fixed });
  }
}
// Builds that replace old output may delete it, which slows the disk for a while. So clean builds come first.
for (const pages of sizes) await takeTurns(pages, buildCold);
for (const pages of sizes) await takeTurns(pages, buildAgain);

console.log(formatTable(projects, runs));
console.log(
  `\nMedian (least–most) of ${options.runs} builds, whole commands, ${os.cpus().length} processors, Node ${process.versions.node}.`,
);
console.log(
  'Work: seconds that all processors together spent on a cold build. A busy machine sways it less than the time.',
);
console.log('Memory is the peak of the largest process. Both are measured by GNU time.');
