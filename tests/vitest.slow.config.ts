import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** Tests that take longer, and islands that `npm test` leaves out: npm run test:slow */
export default defineConfig({
  test: {
    ...suite(['slow/**', 'runtimes/**']),
    exclude: ['**/node_modules/**', 'runtimes/islands-*'],
    testTimeout: 120_000,
  },
});
