import { defineConfig } from 'vitest/config';

/** Tests that need servers of others: npm run test:hosts */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['hosts/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: 'helpers/chromium.ts',
    expect: { requireAssertions: true },
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
