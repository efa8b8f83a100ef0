import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** Popular libraries, built and used in a browser: npm run test:works-with */
export default defineConfig({
  test: { ...suite(['works-with/*']), hookTimeout: 240_000 },
});
