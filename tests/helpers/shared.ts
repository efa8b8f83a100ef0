/** Runs once before all test files. Shared resources start on first use, and stop at the end. */
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { chromium, type LaunchOptions } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { locateChromium, locateShell } from './chromium.ts';
import { answers, copySite, initProject, isRuntime } from './copy-site.ts';
import { sitegenProcess } from './run.ts';
import { startServeProcess } from './serve.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the address of a shared resource: `/browser`, `/site/preact`, `/out/preact`, `/out/docs`. */
    shared: string;
  }
}

const BROWSERS: Readonly<Record<string, () => LaunchOptions>> = {
  browser: () => ({ executablePath: locateShell() }),
  /** Has a back/forward cache, like browsers outside of tests. */
  'browser-with-page-cache': () => ({
    executablePath: locateChromium(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  }),
};

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<string>>();
  const ends: (() => Promise<unknown>)[] = [];

  async function startChromium(options: LaunchOptions): Promise<string> {
    // Chromium's sandbox does not work for root. The pages are our own.
    const server = await chromium.launchServer({ ...options, chromiumSandbox: false });
    ends.push(() => server.close());
    return server.wsEndpoint();
  }

  async function startSite(runtime: string): Promise<string> {
    const isAnswered = runtime === 'answered';
    if (!isAnswered && !isRuntime(runtime)) throw new Error(`The site does not run on ${runtime}.`);
    const folder = isAnswered ? await copySite('preact', await answers()) : await copySite(runtime);
    ends.push(() => rm(folder, { recursive: true }));
    const server = await startServeProcess([], folder, '--no-watch');
    ends.push(() => server.stop());
    return server.url;
  }

  /**
   * Builds the site on a runtime, or a template of `sitegen init`.
   *
   * @returns the folder `out/`
   */
  async function buildSite(name: string): Promise<string> {
    const folder = isRuntime(name) ? await copySite(name) : await initProject(name);
    ends.push(() => rm(folder, { recursive: true }));
    const { code, stderr } = await sitegenProcess(folder, 'build');
    if (code !== 0) throw new Error(stderr);
    return path.join(folder, 'out');
  }

  function start(name: string): Promise<string> {
    const [kind = '', runtime = ''] = name.split('/');
    const browser = BROWSERS[kind];
    const build = kind === 'out' ? buildSite : startSite;
    const address = browser === undefined ? build(runtime) : startChromium(browser());
    started.set(name, address);
    return address;
  }

  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    (started.get(name) ?? start(name)).then(
      (address) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('shared', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    await Promise.allSettled(started.values());
    for (const end of ends.toReversed()) await end();
    server.close();
  };
}
