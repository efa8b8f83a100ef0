/**
 * What islands cost a visitor: bytes of the site's script and of our own part of it, and how long the browser is busy when
 * the contact page's islands wake on a processor six times slower: node bench/islands.mjs
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
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

/** Bytes with Brotli of what islands run on, with and without our own part. */
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
      'react/jsx-runtime': path.join(root, 'dist/jsx-on-preact.js'),
    },
  });
  return size(outputFiles[0].contents);
}

/** Tasks of more than 50 ms while islands wake on a page that is there already, and the time that scripts took, in ms. */
async function busyTime(url) {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
  const page = await browser.newPage();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await devTools.send('Performance.enable');
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.evaluate(waitUntilIdle);
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({
      entryTypes: ['longtask'],
    });
  });
  release();
  await page.waitForLoadState('load');
  await page.evaluate(waitUntilIdle);
  const longTasks = await page.evaluate(() => window.longTasks.map(({ duration }) => Math.round(duration)));
  const { metrics } = await devTools.send('Performance.getMetrics');
  await browser.close();
  return { longTasks, script: Math.round(metrics.find(({ name }) => name === 'ScriptDuration').value * 1000) };
}

function waitUntilIdle() {
  return new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 500));
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
console.log(`our own part: ${withOwn - without} bytes with Brotli, on top of ${without} of Preact`);
for (const runtime of ['preact', 'react']) {
  const folder = copySite(runtime);
  const { url, stop } = await serve(folder);
  const runs = [];
  for (let run = 0; run < 5; run += 1) runs.push(await busyTime(new URL('contact/', url).href));
  stop();
  const longest = Math.max(0, ...runs.flatMap(({ longTasks }) => longTasks));
  console.log(`${runtime}: ${size(scriptOf(folder))} bytes with Brotli; contact page on a slow processor, 5 loads:`);
  console.log(
    `  scripts took ${runs.map(({ script }) => script).join(', ')} ms; longest task over 50 ms: ${longest || 'none'}`,
  );
  removeSite(folder);
}
