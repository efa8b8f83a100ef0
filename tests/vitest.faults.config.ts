import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** What is left of a site when builds are killed, disks are full and readers close their pipes: npm run test:faults */
export default defineConfig({
  test: { ...suite(['faults/**']), maxWorkers: 2, testTimeout: 600_000 },
});
