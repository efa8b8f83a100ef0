/**
 * What developers wait for all day: the start of `serve`, a save until a browser shows it, a click, a reload and the first click
 * on a page with an island, with the processor time of each. On the reference site of bench/generators.mjs, and on this
 * repository's own site:
 *
 *   node bench/dev-loop.mjs --pages 0,1000 --only sitegen,astro
 *   node bench/dev-loop.mjs --own
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { createProject } from './generators/project.mjs';
import { loadReference } from './generators/reference-site.mjs';
import { median } from './generators/table.mjs';

const TIMES = 8;

/** Pending work ends meanwhile, in ms: the browser connects to the server, and the server checks the whole site. */
const IDLE = 2000;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '0' },
    only: { type: 'string', default: 'sitegen,astro,eleventy,hugo' },
    own: { type: 'boolean', default: false },
    /** Another compiled checkout of sitegen, to compare with. */
    beside: { type: 'string' },
  },
});

/** What is measured on the reference site: another page has the island. The sentence is in the text of the page. */
const REFERENCE = {
  page: '/our-approach/',
  island: '/contact/',
  sentence: /project takes the same .+ steps/,
  edited: (number) => `project takes the same ${number} steps`,
};

const OWN = {
  page: '/',
  island: '/contact/',
  sentence: /property data into .+ you can defend/,
  edited: (number) => `property data into ${number} decisions you can defend`,
};

/** @returns medians, in ms; processor time is that of the server and its child processes for each answer */
async function measure({ cwd, env, file, serve, site }, browser) {
  const port = await freePort();
  const start = performance.now();
  const child = spawn('sh', ['-c', `exec ${serve(port)}`], { cwd, env, stdio: 'ignore', detached: true });
  try {
    const page = await browser.newPage();
    const address = (to) => `http://localhost:${port}${to}`;
    while ((await statusOf(address(site.page))) !== 200) {
      if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode}.`);
      await pause(10);
    }
    const started = performance.now() - start;
    await page.goto(address(site.page));
    const source = readFileSync(file, 'utf8');
    const save = async (number) => {
      const sentence = site.edited(number + 100);
      writeFileSync(file, source.replace(site.sentence, sentence));
      await page.waitForFunction((text) => document.body?.textContent.includes(text), sentence, { polling: 4 });
    };
    /** A fetch without the cache has the headers of a reload. */
    const request = (to, cache) =>
      page.evaluate(async ([asked, mode]) => (await fetch(asked, { cache: mode })).text(), [address(to), cache]);
    await pause(IDLE);
    const [first] = await repeat(1, () => request(site.island, 'default'), child.pid);
    const clicks = await repeat(TIMES, () => request(site.page, 'default'), child.pid);
    const reloads = await repeat(TIMES, () => request(site.page, 'no-cache'), child.pid);
    const saves = await repeat(TIMES, save, child.pid);
    await page.close();
    return [{ ms: started }, first, middle(clicks), middle(reloads), middle(saves)];
  } finally {
    process.kill(-Number(child.pid));
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** Waits between the runs until everything that one has caused is done. @returns the times of each, in ms */
async function repeat(times, run, pid) {
  const results = [];
  for (let number = 1; number <= times; number += 1) {
    await pause(IDLE);
    const before = processorTime(pid);
    const begun = performance.now();
    await run(number);
    const ms = performance.now() - begun;
    await pause(IDLE);
    results.push({ ms, processor: processorTime(pid) - before });
  }
  return results;
}

function middle(results) {
  return { ms: median(results.map(({ ms }) => ms)), processor: median(results.map(({ processor }) => processor)) };
}

/** A tick of Linux, in ms: `getconf CLK_TCK` */
const TICK = 10;

/** @returns the processor time of a process and those that it has started, in ms */
function processorTime(pid) {
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const [, parent, ...rest] = readFileSync(`/proc/${name}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ');
          return [[Number(name), { parent: Number(parent), ms: (Number(rest[9]) + Number(rest[10])) * TICK }]];
        } catch {
          return []; // it has ended meanwhile
        }
      }),
  );
  const sum = (id) =>
    [...stats]
      .filter(([, { parent }]) => parent === id)
      .reduce((total, [child]) => total + sum(child), stats.get(id)?.ms ?? 0);
  return sum(pid);
}

/** `undefined` while the server does not listen. */
async function statusOf(address) {
  try {
    return (await fetch(address)).status;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function freePort() {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** A copy of this repository's site, served by a checkout of sitegen. */
function ownSite(name, checkout) {
  const cwd = path.join(work, name);
  for (const part of ['templates', 'public', 'package.json', 'tsconfig.json', 'sitegen.config.ts'])
    cpSync(path.join(root, part), path.join(cwd, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(cwd, 'node_modules'));
  const serve = (port) => `node ${path.join(checkout, 'bin/sitegen.js')} serve --port ${port}`;
  return { name, cwd, env: process.env, file: path.join(cwd, 'templates/content/home.ts'), serve, site: OWN };
}

async function referenceSites() {
  const reference = await loadReference(work);
  const sites = [];
  for (const pages of options.pages.split(',').map(Number)) {
    process.env.BENCH_PAGES = String(pages);
    for (const name of options.only.split(',')) {
      const { cwd, env, tool } = await createProject(name, pages, work, reference);
      const file = path.join(cwd, tool.page);
      sites.push({ name: `${name}, ${pages} pages`, cwd, env, file, serve: tool.serve, site: REFERENCE });
    }
  }
  return sites;
}

const work = mkdtempSync(path.join(os.tmpdir(), 'sitegen-dev-loop-'));
process.on('exit', () => rmSync(work, { recursive: true }));
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
const beside = options.beside === undefined ? [] : [ownSite('beside', path.resolve(options.beside))];
const sites = options.own ? [ownSite('own', root), ...beside] : await referenceSites();

console.log('In ms; in brackets, the processor time.\n');
console.log('| site | start | first click on an island | click on a page seen before | reload | save to browser |');
console.log('|---|--:|--:|--:|--:|--:|');
for (const site of sites) {
  const { CI: _ci, NODE_ENV: _mode, ...env } = site.env;
  try {
    const measured = await measure({ ...site, env }, browser);
    const cells = measured.map(({ ms, processor }) =>
      processor === undefined ? Math.round(ms) : `${Math.round(ms)} (${Math.round(processor)})`,
    );
    console.log(`| ${[site.name, ...cells].join(' | ')} |`);
  } catch (error) {
    console.log(`| ${site.name} | ${error.message.split('\n')[0]} |`);
  }
}
await browser.close();
