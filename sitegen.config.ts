import { defineConfig } from 'sitegen';
import { company } from './templates/content/company.ts';

export default defineConfig({
  site: company.site,
  manifest: { name: company.brand, themeColor: '#0f1e28', backgroundColor: '#ffffff' },
  islands: { runtime: 'preact' },
});
