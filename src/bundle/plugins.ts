/** What a bundle of site code needs beyond what esbuild does by itself. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import type { Prefixes } from '../react/base-path.ts';
import type { Asset } from '../core/model.ts';

/** Imported, or named by a stylesheet, such a file is published under a name of its own. */
const ASSET_TYPES = ['avif', 'gif', 'ico', 'jpeg', 'jpg', 'mp4', 'pdf', 'png', 'svg', 'webm', 'webp', 'woff', 'woff2'];

const IS_ASSET = new RegExp(`\\.(${ASSET_TYPES.join('|')})$`);

/** Site code gets the sitegen that is building it, and shares its modules. */
export function runningSitegen(entry: 'index.js' | 'config-entry.js'): Plugin {
  const index = new URL(entry, import.meta.url).href;
  return {
    name: 'running-sitegen',
    setup: (build) => build.onResolve({ filter: /^sitegen$/ }, () => ({ path: index, external: true })),
  };
}

/** Pages get a React that says what does not work in them: see `src/react`. */
export function gate(prefixes: Prefixes): Plugin {
  const fileOf = (name: string) => new URL(name, import.meta.url).href;
  const contents = `import { createJsx } from ${JSON.stringify(fileOf('jsx-runtime.js'))};
export const { Fragment, jsx, jsxs, jsx: jsxDEV } = createJsx(${JSON.stringify(prefixes)});`;
  return {
    name: 'gate',
    setup: (build) => {
      build.onResolve({ filter: /^react$/ }, () => ({ path: fileOf('react.js'), external: true }));
      build.onResolve({ filter: /^react\/jsx-(dev-)?runtime$/ }, () => ({ path: 'jsx-runtime', namespace: 'gate' }));
      build.onResolve({ filter: /^/, namespace: 'gate' }, ({ path: file }) => ({ path: file, external: true }));
      build.onLoad({ filter: /^/, namespace: 'gate' }, () => ({ contents, loader: 'js' }));
    },
  };
}

/** A project's tsconfig may ask for React's development JSX (`react-jsxdev`), which its production build does not have. */
export function productionJsx(): Plugin {
  const contents = `export { Fragment, jsx as jsxDEV } from 'react/jsx-runtime';`;
  return {
    name: 'production-jsx',
    setup: (build) => {
      build.onResolve({ filter: /^react\/jsx-dev-runtime$/ }, ({ resolveDir }) => {
        return { path: 'jsx-dev-runtime', namespace: 'production-jsx', pluginData: resolveDir };
      });
      build.onLoad({ filter: /^/, namespace: 'production-jsx' }, ({ pluginData }) => {
        return { contents, loader: 'js', resolveDir: pluginData as string };
      });
    },
  };
}

/** On a site that lives under a path, or has its files elsewhere, the JSX of islands adds that to addresses. */
export function baseInIslands(prefixes: Prefixes): Plugin {
  const file = fileURLToPath(new URL('browser-jsx-runtime.js', import.meta.url));
  return {
    name: 'base-in-islands',
    setup: (build) => {
      if (prefixes.base === '/' && prefixes.assets === '/') return;
      build.initialOptions.define = { ...build.initialOptions.define, SITEGEN_PREFIXES: JSON.stringify(prefixes) };
      build.onResolve({ filter: /^react\/jsx-runtime$/ }, ({ importer }) =>
        importer === file ? undefined : { path: file },
      );
    },
  };
}

/** `import photo from './photo.jpg'` gives the file's address, without the base, and publishes it. */
export function importedAssets(assets: Asset[]): Plugin {
  return {
    name: 'imported-assets',
    setup: (build) =>
      build.onLoad({ filter: IS_ASSET }, async ({ path: file }) => {
        const asset = await readAsset(file);
        assets.push(asset);
        return { contents: `export default ${JSON.stringify(`/${asset.output}`)}`, loader: 'js' };
      }),
  };
}

/** `url(./plan.svg)` in a stylesheet publishes the file under the name that it has when a component imports it. */
export function namedAssets(prefix: string, assets: Asset[]): Plugin {
  return {
    name: 'named-assets',
    setup: (build) =>
      build.onResolve({ filter: IS_ASSET }, async ({ path: address, kind, resolveDir, importer, pluginData }) => {
        if (kind !== 'url-token' || address.startsWith('/') || pluginData === IS_ASSET) return undefined;
        const found = await build.resolve(address, { kind, resolveDir, importer, pluginData: IS_ASSET });
        if (found.errors.length > 0 || found.external) return found;
        const asset = await readAsset(found.path);
        assets.push(asset);
        return { path: prefix + asset.output, external: true };
      }),
  };
}

/** Its name changes with its content, so that hosts may keep it for ever. */
async function readAsset(file: string): Promise<Asset> {
  const contents = await readFile(file);
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8);
  const { name, ext } = path.parse(file);
  return { output: `assets/${name.replace(/[^\w.-]+/g, '-')}-${hash}${ext}`, contents };
}

/** A site has one stylesheet. Imported elsewhere, styles would be on no page. */
export function refuseStyles(): Plugin {
  return {
    name: 'refuse-styles',
    setup: (build) =>
      build.onLoad({ filter: /\.(css|scss|sass|less|styl)$/ }, () => ({
        errors: [{ text: 'Styles are imported by templates/site.css: @import "./styles/menu.css";' }],
      })),
  };
}

/** `url(/photo.jpg)` names a file in public/, and becomes `url(/docs/photo.jpg)` on a site under /docs/. */
export function publicAddresses(base: string, publicFiles: readonly string[]): Plugin {
  return {
    name: 'public-addresses',
    setup: (build) =>
      build.onResolve({ filter: /^\/[^/]/ }, ({ path: address, kind }) => {
        if (kind !== 'url-token') return undefined;
        const file = decodeURI(address.slice(1).replace(/[?#].*$/, ''));
        if (publicFiles.includes(file)) return { path: base + address.slice(1), external: true };
        return { errors: [{ text: `It uses "${address}", and there is no public/${file}` }] };
      }),
  };
}
