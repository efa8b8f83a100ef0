/**
 * How long `sitegen build` of the site takes, from starting the process to its end, and how many bytes its islands
 * cost a visitor: node bench/site.mjs [runs]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '..');
const runs = Number(process.argv[2] ?? 15);

/** A copy of the site, so that its own out/ stays as it is. */
function copySite(runtime) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sitegen-bench-'));
  for (const name of ['templates', 'public', 'package.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(
    path.join(folder, 'sitegen.config.ts'),
    `export default { site: 'https://www.example.com', islands: { runtime: '${runtime}' } };\n`,
  );
  return folder;
}

function build(folder) {
  const start = performance.now();
  const json = execFileSync(process.execPath, [path.join(root, 'bin/sitegen.js'), 'build', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { ms: performance.now() - start, ...JSON.parse(json), wall: performance.now() - start };
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
  const assets = path.join(folder, 'out/assets');
  const script = readFileSync(
    path.join(
      assets,
      readdirSync(assets).find((file) => file.endsWith('.js')),
    ),
  );
  console.log(`${runtime}: ${results[0].pages.length} pages, ${runs} builds, whole process, ms`);
  console.log(`  median ${round(median(walls))}   from ${round(Math.min(...walls))}   to ${round(Math.max(...walls))}`);
  for (const [step, ms] of steps.toSorted((a, b) => b[1] - a[1])) console.log(`  ${round(ms)}  ${step}`);
  console.log(`  islands: ${script.length} bytes, ${brotliCompressSync(script).length} with Brotli 11\n`);
  rmSync(folder, { recursive: true });
}
