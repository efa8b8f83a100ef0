import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** What takes longer, and islands that `npm test` leaves out: npm run test:slow */
export default defineConfig({
  test: {
    ...suite(['slow/**', 'runtimes/!(islands-*|site-form)']),
    testTimeout: 120_000,
  },
});
