import { defineConfig } from 'sitegen';

export default defineConfig({
  islands: { runtime: 'preact' },
  watch: ['../../docs'],
});
