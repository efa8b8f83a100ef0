import os from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['fixtures/**', 'faults/**', 'hosts/**'],
    globalSetup: 'helpers/chromium.ts',
    // An `expect` that never runs proves nothing.
    expect: { requireAssertions: true },
    // Much of the time is spent waiting for browsers and servers, also where there are only two processors.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
