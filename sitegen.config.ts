import { defineConfig } from 'sitegen';
import { company } from './templates/content/company.ts';

export default defineConfig({ site: company.site, islands: { runtime: 'preact' } });
