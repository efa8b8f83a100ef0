/** The time of `sitegen build` of the site without a cache, for the whole process: node bench/site.mjs [runs] */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { copySite, removeSite, root } from './copy-site.mjs';

const runs = Number(process.argv[2] ?? 15);

function build(folder) {
  const start = performance.now();
  const args = [path.join(root, 'bin/sitegen.js'), 'build', '--json'];
  const json = execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  return { ...JSON.parse(json), wall: performance.now() - start };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const round = (number) => Math.round(number).toString().padStart(5);

for (const runtime of ['preact', 'react']) {
  const folder = copySite(runtime);
  const results = Array.from({ length: runs }, () => build(folder));
  const walls = results.map(({ wall }) => wall);
  const steps = Object.keys(results[0].steps).map((step) => [
    step,
    median(results.map((result) => result.steps[step])),
  ]);
  console.log(`${runtime}: ${results[0].pages.length} pages, ${runs} builds, whole process, ms`);
  console.log(`  median ${round(median(walls))}   from ${round(Math.min(...walls))}   to ${round(Math.max(...walls))}`);
  for (const [step, ms] of steps.toSorted((a, b) => b[1] - a[1])) console.log(`  ${round(ms)}  ${step}`);
  removeSite(folder);
}
