import { defineConfig } from 'sitegen';
import { site } from './templates/site.ts';

export default defineConfig({
  site: site.address,
  islands: { runtime: 'preact' },
});
