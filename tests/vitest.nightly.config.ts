import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** What takes minutes, or depends on the registry: npm run test:nightly */
export default defineConfig({
  test: { ...suite(['nightly/*']), testTimeout: 240_000 },
});
