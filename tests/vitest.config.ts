import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['fixtures/**'],
    globalSetup: 'helpers/chromium.ts',
    // An `expect` that never runs proves nothing.
    expect: { requireAssertions: true },
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
