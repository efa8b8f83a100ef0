import capri from '@capri-js/react';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  cacheDir: '.vite',
  logLevel: 'warn',
  plugins: [tailwindcss(), react(), capri({ createIndexFiles: true, spa: false, followLinks: false })],
});
