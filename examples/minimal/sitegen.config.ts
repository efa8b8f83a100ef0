import { defineConfig } from 'sitegen';

export default defineConfig({
  // The address of the site. With it, a build writes sitemap.xml and robots.txt, and pages get a canonical address.
  // site: 'https://www.example.com',

  // Islands run on Preact, which is much smaller than React. 'react' runs the same islands on React, which has more features.
  islands: { runtime: 'preact' },
});
