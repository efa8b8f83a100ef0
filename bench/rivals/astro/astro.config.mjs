import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';

export default defineConfig({
  outDir: 'out',
  cacheDir: '.cache',
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  integrations: [react()],
  vite: { cacheDir: '.vite', plugins: [tailwindcss()] },
});
