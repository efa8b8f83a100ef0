import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** Tests against real servers and storage services: npm run test:hosts */
export default defineConfig({
  test: { ...suite(['hosts/**']), exclude: ['**/node_modules/**'], maxWorkers: 2 },
});
