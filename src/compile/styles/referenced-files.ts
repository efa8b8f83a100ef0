/** esbuild plugins for files that stylesheets refer to by `url(…)`. */
import type { Plugin } from 'esbuild';
import { IS_ASSET, readAsset } from '../plugins/asset-plugins.ts';
import type { Asset } from '../../shared/model.ts';
import { decodePath } from '../../shared/paths.ts';

interface ReferencedFiles {
  readonly plugin: Plugin;
  /** The files that the run has to publish, complete once it ends. */
  readonly assets: readonly Asset[];
  /** Their source files, absolute. */
  readonly sources: readonly string[];
}

/** Lets `build.resolve` find a file as esbuild does, without calling this plugin again. */
const IS_FOUND = Symbol('is found');

/** `url(./plan.svg)` in a stylesheet publishes the file under the same name as an import in a component does. */
export function referencedFiles(prefix: string): ReferencedFiles {
  const assets: Asset[] = [];
  const sources: string[] = [];
  const plugin: Plugin = {
    name: 'referenced-files',
    setup: (build) =>
      build.onResolve({ filter: /^[^/]/ }, async ({ path: address, kind, resolveDir, importer, pluginData }) => {
        // `sprite.svg#menu`, `icons.eot?#iefix`
        const [, name = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
        if (kind !== 'url-token' || !IS_ASSET.test(name) || pluginData === IS_FOUND) return undefined;
        const found = await build.resolve(name, { kind, resolveDir, importer, pluginData: IS_FOUND });
        if (found.errors.length > 0 || found.external) return found;
        const asset = await readAsset(found.path);
        assets.push(asset);
        sources.push(found.path);
        return { path: prefix + asset.output + suffix, external: true };
      }),
  };
  return { plugin, assets, sources };
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
