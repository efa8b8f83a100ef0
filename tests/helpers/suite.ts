/** Settings that the suites share. */
import type { ProvidedContext } from 'vitest';
import type { InlineConfig } from 'vitest/node';
import os from 'node:os';
import path from 'node:path';
import type { Runtime } from './copy-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Runtimes for islands in `tests/runtimes/`. The first is the one that the site uses everywhere else. */
    runtimes: readonly [Runtime, ...Runtime[]];
    /** Number of random values in a property test of pure functions. */
    propertyRuns: number;
    /** Number of random projects in a property test with builds. */
    randomProjects: number;
    /** Number of killed builds. */
    kills: number;
    /** Whether a release is tried with every package manager, on every Node version. */
    everyPackageManager: boolean;
  }
}

type Provided = Pick<ProvidedContext, 'runtimes' | 'propertyRuns' | 'randomProjects' | 'kills' | 'everyPackageManager'>;

/** For every change. */
const USUAL: Provided = {
  runtimes: ['preact'],
  propertyRuns: 1_000,
  randomProjects: 3,
  kills: 10,
  everyPackageManager: false,
};

/** Every night: `NIGHTLY=1`. */
const THOROUGH: Provided = {
  runtimes: ['preact', 'react'],
  propertyRuns: 10_000,
  randomProjects: 50,
  kills: 100,
  everyPackageManager: true,
};

const isNightly = process.env['NIGHTLY'] === '1';

/** @param files globs relative to `tests/`, without `.test.ts` */
export function suite(files: readonly string[]): InlineConfig {
  return {
    root: path.dirname(import.meta.dirname),
    include: files.map((glob) => `${glob}.test.ts`),
    globalSetup: path.join(import.meta.dirname, 'shared.ts'),
    setupFiles: path.join(import.meta.dirname, 'process.ts'),
    provide: isNightly ? THOROUGH : USUAL,
    reporters: ['default', path.join(import.meta.dirname, 'slowest-files.ts')],
    // Commands run inside test processes: they need a process, not a thread, and the published code.
    pool: 'forks',
    // Loading the browser library and the compiler for each file would take a fifth of the time.
    isolate: false,
    css: { include: [/\?raw$/] }, // by default, Vitest reads every stylesheet as an empty file
    server: { deps: { external: [/\/dist\//] } },
    // An `expect` that never runs proves nothing.
    expect: { requireAssertions: true },
    // Tests mostly wait for browsers and servers, even on two processors.
    maxWorkers: Math.max(3, os.availableParallelism()),
    // CI machines are shared. The report lists tests that needed a retry.
    retry: process.env['CI'] === undefined ? 0 : 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  };
}
