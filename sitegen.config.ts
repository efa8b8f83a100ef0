import { defineConfig } from 'sitegen';
import { company } from './templates/content/company.ts';

export default defineConfig({
  site: company.site,
  manifest: { name: company.brand, themeColor: '#0f1e28', backgroundColor: '#ffffff' },
  // Islands run on Preact, about an eighth of React's size. 'react' runs the same islands on React, which has more features.
  islands: { runtime: 'preact' },
  // The page of open questions is gone when the last one is answered.
  checks: { 'list-empty': 'off' },
  hosts: ['apache', 'cloudflare', 'cloudfront', 'github', 'netlify', 'nginx', 's3'],
  headers: {
    // All that the pages load is their own.
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  },
});
