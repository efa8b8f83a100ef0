import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** Tests that take long, and the browser tests of islands on React: npm run test:slow */
export default defineConfig({
  test: { ...suite(['slow/**', 'runtimes/**'], 'react'), testTimeout: 120_000 },
});
