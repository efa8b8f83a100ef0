import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** Tests that take minutes, or depend on the registry: npm run test:nightly */
export default defineConfig({
  test: { ...suite(['nightly/*']), testTimeout: 240_000 },
});
