import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** Tests that take long, and those of islands on both runtimes: npm run test:slow */
export default defineConfig({
  test: {
    ...suite(['slow/**', 'runtimes/**', 'unit/serialize-props'], {
      runtimes: ['react', 'preact'],
      propertyRuns: 10_000,
    }),
    testTimeout: 120_000,
  },
});
