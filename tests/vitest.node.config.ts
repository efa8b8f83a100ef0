import { defineConfig } from 'vitest/config';
import { suite } from './helpers/suite.ts';

/** Tests that depend on Node: threads, modules, files, signals, HTTP. Run them on other versions: npm run test:node */
const COMMANDS = 'build*,environment,mdx,packages,public-files,serve,serve-data,serve-security,signals,spare-workers';

export default defineConfig({
  test: suite(['unit/**', `commands/{${COMMANDS},unlistable-folders}`]),
});
