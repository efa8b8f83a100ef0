/** esbuild plugins for the files that site code and stylesheets refer to: images, fonts, styles. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { Asset } from '../core/model.ts';
import { decodePath } from '../core/paths.ts';

/** A plugin for one run of esbuild. */
interface AssetPlugin {
  readonly plugin: Plugin;
  /** The files that the run has to publish, complete once it ends. */
  readonly assets: readonly Asset[];
}

/** If imported, or named by a stylesheet, such a file is published under a hashed name. */
const ASSET_TYPES = ['avif', 'gif', 'ico', 'jpeg', 'jpg', 'mp4', 'pdf', 'png', 'svg', 'webm', 'webp', 'woff', 'woff2'];

export const IS_ASSET = new RegExp(`\\.(${ASSET_TYPES.join('|')})$`);

/** `import photo from './photo.jpg'` evaluates to the address of the file, without the base, and publishes it. */
export function importedAssets(): AssetPlugin {
  const assets: Asset[] = [];
  const plugin: Plugin = {
    name: 'imported-assets',
    setup: (build) => {
      assets.length = 0; // of a first run, see `compileComponents`
      build.onLoad({ filter: IS_ASSET }, async ({ path: file }) => {
        const asset = await readAsset(file);
        assets.push(asset);
        return { contents: `export default ${JSON.stringify(`/${asset.output}`)}`, loader: 'js' };
      });
    },
  };
  return { plugin, assets };
}

/** `url(./plan.svg)` in a stylesheet publishes the file under the same name as an import in a component does. */
export function stylesheetAssets(prefix: string): AssetPlugin {
  const assets: Asset[] = [];
  const plugin: Plugin = {
    name: 'stylesheet-assets',
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
  return { plugin, assets };
}

/** The name changes with the contents, so that browsers may cache the file forever. */
export async function readAsset(file: string): Promise<Asset> {
  const contents = await readFile(file);
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8);
  const { name, ext } = path.parse(file);
  return { output: `assets/${name.replace(/[^\w.-]+/g, '-')}-${hash}${ext}`, contents };
}

/** A site has one stylesheet. Styles that a component imports would not be on any page; packages are left to their users. */
export function refuseStyles(): Plugin {
  return {
    name: 'refuse-styles',
    setup: (build) =>
      build.onLoad({ filter: /\.(css|scss|sass|less|styl)$/ }, ({ path: file }) => {
        if (/[\\/]node_modules[\\/]/.test(file)) return { contents: 'module.exports = {};', loader: 'js' };
        return { errors: [{ text: 'Only templates/site.css can import styles: @import "./styles/menu.css";' }] };
      }),
  };
}

/** `url(/photo.jpg)` in a stylesheet refers to a file in public/. On a site under /docs/ it becomes `url(/docs/photo.jpg)`. */
export function publicAddresses(base: string, publicFiles: readonly string[]): Plugin {
  return {
    name: 'public-addresses',
    setup: (build) =>
      build.onResolve({ filter: /^\/[^/]/ }, ({ path: address, kind }) => {
        if (kind !== 'url-token') return undefined;
        const file = decodePath(address.slice(1).replace(/[?#].*$/, ''));
        if (file === undefined)
          return { errors: [{ text: `"${address}" is not a valid address: write "%25" for "%"` }] };
        if (publicFiles.includes(file)) return { path: base + address.slice(1), external: true };
        return { errors: [{ text: `The stylesheet uses "${address}", but public/${file} does not exist` }] };
      }),
  };
}
