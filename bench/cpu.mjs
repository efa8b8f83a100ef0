/**
 * Compares the processor time of clean builds of the reference site with that of other checkouts, which must be compiled. They take
 * turns, because a busy machine sways even processor time:
 *
 *   node bench/cpu.mjs --pages 5,1000,10000 --beside ../before --rounds 4 --tmpfs
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureBuild } from './generators/measure.mjs';
import { createProject, moveOutput } from './generators/project.mjs';
import { loadReference, root } from './generators/reference-site.mjs';
import { sitegenIn } from './generators/tools.mjs';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    beside: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '4' },
    /** Builds in memory, without the cost of a disk. */
    tmpfs: { type: 'boolean', default: false },
  },
});
const checkouts = [...options.beside.map((folder) => path.resolve(folder)), root];
const work = mkdtempSync(path.join(options.tmpfs ? '/dev/shm' : os.tmpdir(), 'sitegen-cpu-'));
process.on('exit', () => rmSync(work, { recursive: true }));
const reference = await loadReference(work);

for (const pages of options.pages.split(',').map(Number)) await compare(pages);

async function compare(pages) {
  const builds = [];
  for (const [number, checkout] of checkouts.entries()) {
    const folder = path.join(work, String(number));
    const project = await createProject('sitegen', pages, folder, reference, sitegenIn(checkout));
    builds.push({ checkout, project, runs: [] });
  }
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const index of builds.keys()) {
      const { project, runs } = builds[(index + round) % builds.length];
      moveOutput(project, path.join(work, 'trash'));
      runs.push(await measureBuild(project));
    }
    rmSync(path.join(work, 'trash'), { recursive: true, force: true });
  }
  const first = median(builds[0].runs, 'work');
  console.log(`${pages} pages, ${options.rounds} rounds: processor seconds, medians (least–most)`);
  for (const { checkout, runs } of builds) {
    const all = runs.map((run) => run.work.toFixed(2)).toSorted((one, other) => one - other);
    const cpu = median(runs, 'work');
    const figures = [
      `${cpu.toFixed(2)} (${all[0]}–${all.at(-1)})`,
      `${(cpu / first).toFixed(3)} ×`,
      `${median(runs, 'memory').toFixed(0)} MB`,
      `${median(runs, 'seconds').toFixed(2)} s from start to end`,
    ];
    console.log(`  ${figures.join('   ')}   ${checkout}`);
  }
}

function median(runs, name) {
  const sorted = runs.map((run) => run[name]).toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
