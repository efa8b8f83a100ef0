/** Files that site code and stylesheets refer to: images, fonts, videos. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { Asset } from '../../shared/model.ts';

/** A plugin for one run of esbuild. */
export interface AssetPlugin {
  readonly plugin: Plugin;
  /** The files that the run has to publish, complete once it ends. */
  readonly assets: readonly Asset[];
}

/** Files that are published under a hashed name if they are imported, or named by a stylesheet. */
const ASSET_TYPES = 'avif cur eot gif ico jpeg jpg mp4 otf pdf png svg ttf webm webp woff woff2'.split(' ');

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

/** The name changes with the contents, so that browsers may cache the file forever. */
export async function readAsset(file: string): Promise<Asset> {
  const contents = await readFile(file);
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8);
  const { name, ext } = path.parse(file);
  return { output: `assets/${name.replace(/[^\w.-]+/g, '-')}-${hash}${ext}`, contents };
}
