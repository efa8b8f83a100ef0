/**
 * Compiles src/ to dist/: node src/compile.mjs
 *
 * Packages that every build needs at startup are bundled, because loading one file is several times faster than loading
 * thirty. Their licences are included. Packages shared with the site (React), with binaries of their own (esbuild,
 * Tailwind), or needed only by `serve` stay dependencies.
 */
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const { dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const options = {
  absWorkingDir: root,
  outdir: 'dist',
  entryNames: '[name]',
  bundle: true,
  format: 'esm',
  external: Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) => [name, `${name}/*`]),
  metafile: true,
  logLevel: 'warning',
};

const bundles = await Promise.all([
  build({
    ...options,
    entryPoints: [
      { in: 'src/cli/parse-args.ts', out: 'cli' },
      'src/index.ts',
      'src/config-entry.ts',
      'src/testing.ts',
      'src/content.ts',
      'src/mdx.ts',
      'src/content/mdx-process.ts',
      'src/render/worker/page-worker.ts',
      'src/generate/picture-encoder.ts',
      'src/react/jsx-runtime.ts',
      'src/react/react.ts',
    ],
    platform: 'node',
    target: 'node20.19',
    splitting: true,
    // Commander is CommonJS, and needs a `require` to load Node's built-in modules from an ES module.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  }),
  build({
    ...options,
    entryPoints: [
      'src/browser.ts',
      'src/islands/client/fetch-islands.ts',
      'src/react/browser-jsx-runtime.ts',
      'src/islands/client/preact-jsx-runtime.ts',
      'src/serve/client/start-islands.ts',
      'src/serve/client/tracked-roots.ts',
    ],
    platform: 'neutral',
    target: 'es2022',
  }),
  // Sent to the browser with each page of `sitegen serve`.
  build({
    ...options,
    entryPoints: ['src/serve/client/reload-client.ts'],
    platform: 'neutral',
    target: 'es2022',
    minify: true,
  }),
]);

// Chunks are named after their contents, so each change leaves some behind.
const written = bundles.flatMap(({ metafile }) => Object.keys(metafile.outputs).map((file) => path.basename(file)));
for (const file of readdirSync(path.join(root, 'dist'))) {
  if (file.endsWith('.js') && !written.includes(file)) rmSync(path.join(root, 'dist', file));
}

const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
const bundled = inputs.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
const licences = [...new Set(bundled)].toSorted().map((name) => {
  const folder = path.join(root, 'node_modules', name);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name}\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
});
writeFileSync(path.join(root, 'dist/LICENSES.txt'), licences.join(`\n${'-'.repeat(80)}\n\n`));
