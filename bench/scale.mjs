/**
 * Compares the time and the memory that generators take for very many small pages, of 300 bytes each:
 *
 *   npm ci --prefix bench/rivals                    once, and: apt-get install hugo time
 *   node bench/scale.mjs --pages 100000,300000 --only sitegen,hugo --shards 1,4 --runs 3 --tmpfs --timeout 3600 --heap 2000
 *
 * sitegen builds the site at once, and in parts, one after the other, as several machines would. A generator that fails is not
 * tried with more pages.
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
    /** How many parts sitegen builds. */
    shards: { type: 'string', default: '1,4' },
    runs: { type: 'string', default: '1' },
    /** Of one command, in seconds. */
    timeout: { type: 'string', default: '3600' },
    /** The limit of Node's old generation, in MB. */
    heap: { type: 'string' },
    /** Builds in memory, without the cost of a disk. Each page takes 6 kB and two inodes, twice that for parts; Hugo has content too. */
    tmpfs: { type: 'boolean', default: false },
  },
});
const temporary = mkdtempSync(path.join(options.tmpfs ? '/dev/shm' : os.tmpdir(), 'sitegen-scale-'));
process.on('exit', () => rmSync(temporary, { recursive: true }));
const cwd = path.join(temporary, 'site');
const heap = options.heap && { NODE_OPTIONS: `--max-old-space-size=${options.heap}` };
const list = (option) => option.split(',');
const sites = list(options.only).flatMap((name) =>
  (name === 'sitegen' ? list(options.shards).map(Number) : [1]).map((parts) => ({ name, parts })),
);
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

/** @returns figures for each row of the table */
async function build({ name, parts }) {
  const { command, part, merge } = SMALL_SITES[name];
  if (parts === 1) return { [name]: await run(command) };
  const built = [];
  for (let number = 1; number <= parts; number += 1) built.push(await run(part(number, parts)));
  const merged = await run(merge(parts));
  return {
    [`${name}, largest of ${parts} parts`]: combine(built, largest),
    [`${name}, merge of ${parts} parts`]: merged,
    [`${name}, ${parts} parts and merge`]: combine([...built, merged], sum),
  };
}

const largest = (values) => Math.max(...values);
const sum = (values) => values.reduce((total, value) => total + value);

/** @param add combines times; of memory, the largest counts */
const combine = (figures, add) => ({
  seconds: add(figures.map(({ seconds }) => seconds)),
  work: add(figures.map(({ work }) => work)),
  memory: largest(figures.map(({ memory }) => memory)),
});

/** @throws {Error} if pages are missing, or have other bytes */
function verify({ name }, pages) {
  const fileOf = (address) => path.join(cwd, 'out', address, 'index.html');
  const found = readdirSync(path.join(cwd, 'out')).filter((folder) => existsSync(fileOf(folder)));
  if (found.length !== pages) throw new Error(`${name} built ${found.length} of ${pages} pages.`);
  const middle = Math.ceil(pages / 2);
  for (const [address, content] of Object.entries({ '/': HOME, [`/${middle}/`]: contentOf(middle) })) {
    const html = readFileSync(fileOf(address), 'utf8');
    if (html !== htmlOf(content)) throw new Error(`${name} has another ${address}:\n${html}`);
  }
}

/** Builds a site in an empty folder. @returns its rows, or none if it fails */
async function tryBuild(site, pages) {
  writeSmallSite(site.name, cwd);
  try {
    const rows = await build(site);
    verify(site, pages);
    return rows;
  } catch (error) {
    failures.set(site, error.message);
    return {};
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** @returns the figures of each run, by row. Generators take turns, so that anything that slows the machine affects all of them */
async function buildAll(pages) {
  const runs = {};
  for (let round = 0; round < Number(options.runs); round += 1) {
    for (const site of sites.filter((one) => !failures.has(one))) {
      for (const [row, figures] of Object.entries(await tryBuild(site, pages))) (runs[row] ??= []).push(figures);
    }
  }
  return runs;
}

function formatRow(pages, row, runs, base) {
  const cells = ['seconds', 'work', 'memory'].flatMap((figure) => {
    const [own, other] = [runs, base].map((all) => median(all.map((figures) => figures[figure])));
    return [own.toFixed(figure === 'memory' ? 0 : 1), ratio(own, other)];
  });
  return `| ${[pages, row, ...cells].join(' | ')} |`;
}

console.log('| pages | generator | seconds | × sitegen | work, s | × sitegen | memory, MB | × sitegen |');
console.log('|--:|---|--:|--:|--:|--:|--:|--:|');
for (const pages of list(options.pages)) {
  process.env.BENCH_PAGES = pages;
  const runs = await buildAll(Number(pages));
  for (const [row, own] of Object.entries(runs)) console.log(formatRow(pages, row, own, runs.sitegen ?? []));
}
for (const [{ name, parts }, message] of failures)
  console.log(`\n${name}${parts > 1 ? ` in ${parts} parts` : ''}: ${message}`);
console.log(
  `\nMedians of ${options.runs} builds, whole commands, ${os.cpus().length} processors, Node ${process.versions.node}.`,
);
