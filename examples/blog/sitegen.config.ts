import { defineConfig } from 'sitegen';
import { site } from './templates/site.ts';

export default defineConfig({
  site: site.address,
  // A new blog has no posts yet, and posts need no tags.
  checks: { 'list-empty': 'off' },
  // Islands run on Preact, which is much smaller than React. 'react' runs the same islands on React, which has more features.
  islands: { runtime: 'preact' },
});
