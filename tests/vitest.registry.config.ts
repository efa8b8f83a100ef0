import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** A release, published to a registry on this machine, and installed from it: npm run test:registry */
export default defineConfig({
  test: { ...suite(['registry/*']), testTimeout: 240_000 },
});
