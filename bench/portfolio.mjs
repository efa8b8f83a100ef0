/**
 * How long a site with large packages takes: lucide-react (2,400 modules), shiki and framer-motion. Its builds, and the time from
 * saving a page until a browser shows the change:
 *
 *   npm run bench:portfolio -- --rounds 3 --beside ../older-sitegen
 *
 * `--beside` names another checkout, compiled, which is measured in turns with this one.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { median } from './generators/table.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    beside: { type: 'string' },
    saves: { type: 'string', default: '6' },
  },
});
const checkouts = [path.resolve(import.meta.dirname, '..'), ...(options.beside ? [path.resolve(options.beside)] : [])];
const SENTENCE = 'The portfolio has';

/** In the checkout, so that the site and sitegen share one React. */
function createSite(checkout) {
  mkdirSync(path.join(checkout, '.sitegen'), { recursive: true });
  const site = mkdtempSync(path.join(checkout, '.sitegen/portfolio-'));
  process.on('exit', () => rmSync(site, { recursive: true, force: true }));
  cpSync(path.join(import.meta.dirname, 'portfolio'), site, { recursive: true });
  return {
    checkout,
    site,
    page: path.join(site, 'templates/pages/index.jsx'),
    bin: path.join(checkout, 'bin/sitegen.js'),
  };
}

/** @returns seconds */
function build({ site, bin }) {
  rmSync(path.join(site, 'out'), { recursive: true, force: true });
  const start = performance.now();
  execFileSync('node', [bin, 'build'], { cwd: site, stdio: 'ignore' });
  return (performance.now() - start) / 1000;
}

/** @returns the time from each save to the change in the browser, in seconds */
async function save({ site, page: file, bin }, browser) {
  const server = spawn('node', [bin, 'serve', '--port', '0'], { cwd: site, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const address = await addressOf(server);
    const page = await browser.newPage();
    await page.goto(address);
    const source = readFileSync(file, 'utf8');
    const seconds = [];
    for (let count = 1; count <= Number(options.saves); count += 1) {
      await pause(3000); // lets the check of the whole site end
      const sentence = `${SENTENCE} ${count}`;
      const start = performance.now();
      writeFileSync(file, source.replace(SENTENCE, sentence));
      await page.waitForFunction((text) => document.body?.textContent.includes(text), sentence, { polling: 4 });
      seconds.push((performance.now() - start) / 1000);
    }
    writeFileSync(file, source);
    await page.close();
    return seconds;
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

/** The address that `serve` prints. */
async function addressOf(server) {
  let printed = '';
  for await (const part of server.stdout) {
    printed += part;
    const [address] = /http:\/\/\S+/.exec(printed) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('The server has ended.');
}

const sites = checkouts.map(createSite);
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
const builds = sites.map(() => []);
const saves = sites.map(() => []);
for (let round = 0; round < Number(options.rounds); round += 1) {
  for (const [index, site] of sites.entries()) builds[index].push(build(site));
}
for (const [index, site] of sites.entries()) saves[index] = await save(site, browser);
await browser.close();

const list = (seconds) => seconds.map((one) => one.toFixed(2)).join(' ');
console.log('| checkout | build, s | each | save to browser, s | each |\n|---|--:|---|--:|---|');
for (const [index, { checkout }] of sites.entries()) {
  const cells = [
    checkout,
    `**${median(builds[index]).toFixed(2)}**`,
    list(builds[index]),
    `**${median(saves[index]).toFixed(2)}**`,
    list(saves[index]),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
