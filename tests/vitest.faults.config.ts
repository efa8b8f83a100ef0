import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** Killed builds, full disks and closed pipes: npm run test:faults */
export default defineConfig({
  test: { ...suite(['faults/**']), maxWorkers: 2, testTimeout: 600_000 },
});
