import { defineConfig } from 'sitegen';
import { site } from './templates/site.ts';

export default defineConfig({
  site: site.address,
  // Islands run on Preact, which is much smaller than React. Each is a separate script, so that pages load no more than they need.
  islands: { runtime: 'preact', split: true },
  // Publishes each page as Markdown, too, and lists the texts in `llms.txt`.
  text: true,
});
