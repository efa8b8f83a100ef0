import { defineConfig } from 'sitegen';
import { site } from './templates/site.ts';

export default defineConfig({
  site: site.address,
  // Islands run on Preact, which is much smaller than React. 'react' runs the same islands on React, which has more features.
  islands: { runtime: 'preact' },
});
