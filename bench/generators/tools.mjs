/** The generators compared: how to run each, and where it writes its files. */
import path from 'node:path';
import { writeAstro } from './astro.mjs';
import { writeEleventy } from './eleventy.mjs';
import { writeHugo, writeHugoContent } from './hugo.mjs';
import { bench, root } from './reference-site.mjs';

const rivals = path.join(bench, 'rivals');
const bin = path.join(rivals, 'node_modules/.bin');

/** Astro 7 does not run on Node 20. */
const newerNode = path.join(rivals, 'node_modules/node/bin/node');

/** Hugo and Eleventy leave styles and scripts to other programs, which run in parallel because neither depends on the other. */
const withAssets = (command) =>
  [
    `${bin}/tailwindcss -i ../../reference/templates/site.css -o out/site.css --minify & styles=$!`,
    `${bin}/esbuild ../island.jsx --bundle --minify --format=esm --jsx=automatic --log-level=error ` +
      `'--define:process.env.NODE_ENV="production"' --outfile=out/island.js & script=$!`,
    `${command} && wait $styles && wait $script`,
  ].join('\n');

/**
 * - `folder`: where it runs, in a copy of bench/
 * - `modules`: where its packages are installed
 * - `out`, `caches`: what it writes there
 * - `serve`: its development server on a port
 * - `write`: generates its files from the reference site
 * - `edit`: changes the text of one page, for generators that do not read overrides.json
 */
export const tools = {
  sitegen: sitegenIn(root),
  floor: {
    folder: 'rivals/floor',
    modules: root,
    out: 'out',
    caches: ['.server.mjs'],
    command: 'node build.mjs',
  },
  limit: {
    folder: 'rivals/floor',
    modules: root,
    out: 'out',
    caches: ['.server.mjs', '.inspect.mjs'],
    command: `node limit.mjs ${root}/src/check/html/inspect-html.ts`,
  },
  hugo: {
    folder: 'rivals/hugo',
    modules: rivals,
    out: 'out',
    caches: ['resources', '.hugo_build.lock'],
    command: withAssets('hugo --quiet --destination out'),
    serve: (port) => `hugo server --port ${port} --bind 127.0.0.1`,
    page: 'layouts/_default/approach.html',
    write: writeHugo,
    edit: writeHugoContent,
  },
  eleventy: {
    folder: 'rivals/eleventy',
    modules: rivals,
    out: 'out',
    caches: ['.cache'],
    command: withAssets(`${bin}/eleventy`),
    serve: (port) => `${bin}/eleventy --serve --port=${port}`,
    page: 'pages/_includes/templates.mjs',
    write: writeEleventy,
  },
  astro: {
    folder: 'rivals/astro',
    modules: rivals,
    out: 'out',
    caches: ['.astro', '.cache', '.vite'],
    command: `${newerNode} ${rivals}/node_modules/astro/bin/astro.mjs build`,
    serve: (port) => `${newerNode} ${rivals}/node_modules/astro/bin/astro.mjs dev --port ${port}`,
    page: 'src/pages/our-approach.astro',
    write: writeAstro,
  },
  capri: {
    folder: 'rivals/capri',
    modules: rivals,
    out: 'dist',
    caches: ['.vite'],
    command: `${bin}/vite build && ${bin}/vite build --ssr`,
  },
};

/** @param checkout of sitegen, compiled */
export function sitegenIn(checkout) {
  return {
    folder: 'reference',
    modules: checkout,
    out: 'out',
    caches: ['.sitegen'],
    command: `node ${checkout}/bin/sitegen.js build`,
    serve: (port) => `node ${checkout}/bin/sitegen.js serve --port ${port}`,
    page: 'templates/pages/our-approach.tsx',
  };
}
