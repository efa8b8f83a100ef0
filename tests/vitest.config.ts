import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** Run it before a push: npm test */
export default defineConfig({
  test: suite(['*', 'unit/**', 'commands/**', 'e2e/**', 'runtimes/islands-*']),
});
