/**
 * The cost of islands for a visitor: the size of the site's script and of sitegen's part of it, and how long the browser is
 * busy hydrating the islands of the contact page on a processor six times slower: node bench/islands.mjs
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { copySite, removeSite, root, scriptOf } from './copy-site.mjs';

const RUNTIME = `export { Component, createElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
export { hydrateRoot } from 'react-dom/client';
export { flushSync } from 'react-dom';
export { jsx, jsxs, Fragment } from 'react/jsx-runtime';`;

const size = (contents) => brotliCompressSync(contents).length;

/** The size of the islands' runtime with Brotli, with and without sitegen's part. */
async function sizeOnPreact(contents) {
  const preact = (name) => fileURLToPath(import.meta.resolve(`preact/${name}`));
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"', SITEGEN_RUNTIME: '"preact"' },
    alias: {
      sitegen: path.join(root, 'dist/browser.js'),
      react: preact('compat'),
      'react-dom': preact('compat'),
      'react-dom/client': preact('compat/client'),
      'react/jsx-runtime': path.join(root, 'dist/preact-jsx-runtime.js'),
    },
  });
  return size(outputFiles[0].contents);
}

/** The longest time the islands' script blocked the page, from evaluation to the last hydrated island, in ms. */
async function runsOfScript(url) {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
  const page = await browser.newPage();
  const devTools = await page.context().newCDPSession(page);
  const events = [];
  devTools.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await devTools.send('Tracing.start', { categories: 'devtools.timeline,v8', transferMode: 'ReportEvents' });
  await page.goto(url, { waitUntil: 'load' });
  await pause(1000);
  const complete = once(devTools, 'Tracing.tracingComplete');
  await devTools.send('Tracing.end');
  await complete;
  await browser.close();
  const isOurs = ({ name, args }) =>
    name === 'v8.evaluateModule' || (name === 'FunctionCall' && args.data?.url?.includes('/assets/'));
  return events.filter((event) => event.ph === 'X' && isOurs(event)).map(({ dur }) => dur / 1000);
}

async function serve(folder) {
  const child = spawn(process.execPath, [path.join(root, 'bin/sitegen.js'), 'serve', '--no-watch', '--port', '0'], {
    cwd: folder,
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { url: /http\S+/.exec(line)[0], stop: () => child.kill() };
}

const [without, withOwn] = [
  await sizeOnPreact(RUNTIME),
  await sizeOnPreact(`${RUNTIME}\nexport { hydrateIslands, island } from 'sitegen';`),
];
console.log(`sitegen's part: ${withOwn - without} bytes with Brotli, on top of ${without} of Preact`);
for (const runtime of ['preact', 'react']) {
  const folder = copySite(runtime);
  const { url, stop } = await serve(folder);
  const loads = [];
  for (let load = 0; load < 7; load += 1) loads.push(await runsOfScript(new URL('contact/', url).href));
  stop();
  const longest = loads.map((runs) => Math.max(...runs)).toSorted((a, b) => a - b);
  console.log(
    `${runtime}: ${size(scriptOf(folder))} bytes with Brotli; contact page on a processor six times slower, ${loads.length} loads:`,
  );
  console.log(`  longest task, ms: ${longest.map(Math.round).join(' ')}`);
  removeSite(folder);
}
