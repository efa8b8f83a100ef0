/**
 * Runs Lighthouse several times for each page of the site, or of a new project, emulating a phone:
 *
 *   npm run lighthouse -- --runs 5
 *   npm run lighthouse -- --template docs
 *   npm run lighthouse -- --template documentation     (of sitegen)
 *
 * Prints medians as a Markdown table, and the findings of imperfect audits. Exit code 1 if a median is below 100.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { answerQuestions, copySite, removeSite, root } from '../copy-site.mjs';
import { host } from './host.mjs';

const PAGES = {
  consultancy: ['/', '/our-approach/', '/case-study/', '/contact/'],
  docs: ['/', '/getting-started/', '/writing/code/', '/reference/front-matter/'],
  documentation: ['/', '/getting-started/', '/config/'],
  blog: ['/', '/posts/writing-in-markdown/', '/posts/pictures/', '/posts/reading-time/', '/about/'],
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  SI: 'speed-index',
};
const { values: options } = parseArgs({
  options: { template: { type: 'string', default: 'consultancy' }, runs: { type: 'string', default: '5' } },
});
const runs = Number(options.runs);
const sitegen = path.join(root, 'bin/sitegen.js');

/** Lighthouse requires a newer Node than the site does, so it has its own. */
const NODE = path.join(import.meta.dirname, 'node_modules/node/bin/node');
const LIGHTHOUSE = path.join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js');

/** On a busy machine, Lighthouse occasionally loses track of the page, and asks to be run again. */
async function runLighthouse(url, attempts = 3) {
  const flags = ['--output=json', '--quiet', '--chrome-flags=--headless=new --no-sandbox'];
  const env = { ...process.env, CHROME_PATH: findChromium() };
  const { error, stdout, stderr } = await new Promise((resolve) => {
    // Not `execFileSync`: the host runs in this process.
    execFile(NODE, [LIGHTHOUSE, url, ...flags], { env, maxBuffer: 2 ** 27 }, (failure, output, messages) =>
      resolve({ error: failure, stdout: output, stderr: messages }),
    );
  });
  if (!error) return JSON.parse(stdout);
  if (attempts === 1) throw new Error(`Lighthouse failed at ${url}:\n${stderr}`);
  return runLighthouse(url, attempts - 1);
}

function findChromium() {
  return [process.env.CHROMIUM_PATH, '/usr/bin/chromium', chromium.executablePath()].find(
    (file) => file && existsSync(file),
  );
}

/** The median of `measure` over the reports. */
function median(reports, measure) {
  const sorted = reports.map(measure).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const scoreOf = (reports, category) =>
  Math.round(median(reports, ({ categories }) => categories[category].score * 100));

function rowOf(page, reports) {
  const scores = CATEGORIES.map((category) => scoreOf(reports, category));
  const metrics = Object.values(METRICS).map((metric) => {
    const value = median(reports, ({ audits }) => audits[metric].numericValue);
    return metric === METRICS.CLS ? value.toFixed(3) : `${Math.round(value)} ms`;
  });
  return `| ${[page, ...scores, ...metrics].join(' | ')} |`;
}

/** The audits with findings in any of the runs. */
function imperfectionsOf(page, reports) {
  const counts = new Map();
  for (const { audits } of reports) {
    for (const { id, title, score, displayValue, explanation } of Object.values(audits)) {
      if (score === null || score === 1) continue;
      const line = `${page} ${id}: ${title}`;
      counts.set(line, [...(counts.get(line) ?? []), [score, displayValue ?? explanation].join(' ').trim()]);
    }
  }
  return [...counts].map(([line, values]) => `- ${line} (${[...new Set(values)].join('; ')})`);
}

const prepare = { consultancy: prepareSite, documentation: makeDocumentation }[options.template] ?? startProject;
const folder = prepare();
const server = await prepareHost();
const results = [];
try {
  for (const page of PAGES[options.template]) {
    const reports = [];
    for (let run = 0; run < runs; run += 1) reports.push(await runLighthouse(server.url + page));
    results.push({ page, reports });
  }
} finally {
  server.stop();
  removeSite(folder);
}

const heads = ['page', ...CATEGORIES, ...Object.keys(METRICS)];
console.log(`| ${heads.join(' | ')} |\n|${heads.map(() => ' --- ').join('|')}|`);
for (const { page, reports } of results) console.log(rowOf(page, reports));
console.log(`\nLighthouse ${results[0].reports[0].lighthouseVersion}, mobile, median of ${runs}.`);
const imperfections = results.flatMap(({ page, reports }) => imperfectionsOf(page, reports));
if (imperfections.length > 0) console.log(`\nNot perfect:\n\n${imperfections.join('\n')}`);
const isPerfect = results.every(({ reports }) => CATEGORIES.every((category) => scoreOf(reports, category) === 100));
process.exitCode = isPerfect ? 0 : 1;

function prepareSite() {
  const copy = copySite('preact');
  answerQuestions(copy); // a draft asks search engines to stay away, which lowers its score for SEO
  return copy;
}

function makeDocumentation() {
  execFileSync(process.execPath, [path.join(root, 'examples/manual.mjs')]);
  const copy = mkdtempSync(path.join(os.tmpdir(), 'sitegen-lighthouse-'));
  cpSync(path.join(root, '.sitegen/manual'), copy, { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

function startProject() {
  const project = mkdtempSync(path.join(os.tmpdir(), 'sitegen-lighthouse-'));
  execFileSync(process.execPath, [sitegen, 'init', project, '--template', options.template], { stdio: 'ignore' });
  symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  return project;
}

function prepareHost() {
  execFileSync(process.execPath, [sitegen, 'build', '--quiet'], { cwd: folder });
  return host(path.join(folder, 'out'));
}
