/**
 * Compares the time and the memory that generators take for very many small pages, of 300 bytes each:
 *
 *   npm ci --prefix bench/rivals                    once, and: apt-get install hugo time
 *   node bench/scale.mjs --pages 100000,300000 --only sitegen,hugo --runs 3 --tmpfs --timeout 3600 --heap 2000
 *
 * A generator that fails is not tried with more pages.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { environment } from './generators/blogs.mjs';
import { TIMED_OUT, measureCommand } from './generators/measure.mjs';
import { HOME, contentOf, htmlOf } from './generators/small-page.mjs';
import { SMALL_SITES, writeSmallSite } from './generators/small-sites.mjs';
import { median, ratio } from './generators/table.mjs';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000,300000,1000000' },
    only: { type: 'string', default: Object.keys(SMALL_SITES).join() },
    runs: { type: 'string', default: '1' },
    /** Of one command, in seconds. */
    timeout: { type: 'string', default: '3600' },
    /** The limit of Node's old generation, in MB. */
    heap: { type: 'string' },
    /** Builds in memory, without the cost of a disk. Each page takes 6 kB and two inodes; Hugo has content too. */
    tmpfs: { type: 'boolean', default: false },
  },
});
const temporary = mkdtempSync(path.join(options.tmpfs ? '/dev/shm' : os.tmpdir(), 'sitegen-scale-'));
process.on('exit', () => rmSync(temporary, { recursive: true }));
const cwd = path.join(temporary, 'site');
const heap = options.heap && { NODE_OPTIONS: `--max-old-space-size=${options.heap}` };
const list = (option) => option.split(',');
const failures = new Map();

/** @throws {Error} that names what ended a command */
async function run(command) {
  const env = { ...environment(), ...heap, BENCH_PAGES: process.env.BENCH_PAGES };
  const { code, said, ...figures } = await measureCommand({
    // Without a shell in between, which would end first, and leave the generator to write on.
    command: `exec ${command}`,
    cwd,
    env,
    timeout: Number(options.timeout),
  });
  // Also warnings of a build that went well.
  if (code !== 0 || /warning/i.test(said)) console.error(said.slice(-2000));
  const after = `after ${figures.seconds.toFixed(1)} s, with ${Math.round(figures.memory)} MB`;
  if (code !== 0) throw new Error(`${process.env.BENCH_PAGES} pages: ${causeOf(code, said)} ${after}`);
  // What is known if a long run is stopped before its table.
  console.error(`${process.env.BENCH_PAGES} pages: done ${after}: ${command}`);
  return figures;
}

function causeOf(code, said) {
  if (code === TIMED_OUT) return 'stopped';
  // The system kills the largest process if its memory ends.
  if (code === 128 + os.constants.signals.SIGKILL) return 'killed';
  return /out of memory/i.test(said) ? 'out of memory' : `failed with ${code}`;
}

/** @throws {Error} if pages are missing, or have other bytes */
function verify(name, pages) {
  const fileOf = (address) => path.join(cwd, 'out', address, 'index.html');
  const found = readdirSync(path.join(cwd, 'out')).filter((folder) => existsSync(fileOf(folder)));
  if (found.length !== pages) throw new Error(`${name} built ${found.length} of ${pages} pages.`);
  const middle = Math.ceil(pages / 2);
  for (const [address, content] of Object.entries({ '/': HOME, [`/${middle}/`]: contentOf(middle) })) {
    const html = readFileSync(fileOf(address), 'utf8');
    if (html !== htmlOf(content)) throw new Error(`${name} has another ${address}:\n${html}`);
  }
}

/** Builds a site in an empty folder. @returns its figures, unless it fails */
async function tryBuild(name, pages) {
  writeSmallSite(name, cwd);
  try {
    const figures = await run(SMALL_SITES[name].command);
    verify(name, pages);
    return figures;
  } catch (error) {
    failures.set(name, error.message);
    return undefined;
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** @returns the figures of each run, by generator. Generators take turns, so that anything that slows the machine affects all of them */
async function buildAll(pages) {
  const runs = {};
  for (let round = 0; round < Number(options.runs); round += 1) {
    for (const name of list(options.only).filter((one) => !failures.has(one))) {
      const figures = await tryBuild(name, pages);
      if (figures !== undefined) (runs[name] ??= []).push(figures);
    }
  }
  return runs;
}

function formatRow(pages, name, runs, base) {
  const cells = ['seconds', 'work', 'memory'].flatMap((figure) => {
    const [own, other] = [runs, base].map((all) => median(all.map((figures) => figures[figure])));
    return [own.toFixed(figure === 'memory' ? 0 : 1), ratio(own, other)];
  });
  return `| ${[pages, name, ...cells].join(' | ')} |`;
}

console.log('| pages | generator | seconds | × sitegen | work, s | × sitegen | memory, MB | × sitegen |');
console.log('|--:|---|--:|--:|--:|--:|--:|--:|');
for (const pages of list(options.pages)) {
  process.env.BENCH_PAGES = pages;
  const runs = await buildAll(Number(pages));
  for (const [name, own] of Object.entries(runs)) console.log(formatRow(pages, name, own, runs.sitegen ?? []));
}
for (const [name, message] of failures) console.log(`\n${name}: ${message}`);
console.log(
  `\nMedians of ${options.runs} builds, whole commands, ${os.cpus().length} processors, Node ${process.versions.node}.`,
);
