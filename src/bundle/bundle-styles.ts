import path from 'node:path';
import type { BrowserBundle, Config } from '../core/model.ts';
import { publicAddresses, stylesheetAssets } from './asset-plugins.ts';
import { forBrowser, runEsbuild, toAsset } from './esbuild.ts';

/**
 * Minifies the stylesheet and publishes the files that it refers to by relative addresses.
 *
 * @param css the output of Tailwind
 * @param source the stylesheet that Tailwind compiled, from the root
 */
export async function bundleStyles(
  config: Config,
  css: string,
  source: string,
  publicFiles: readonly string[],
): Promise<BrowserBundle> {
  const referenced = stylesheetAssets(config.assetPrefix);
  const { files, diagnostics } = await runEsbuild(config.root, {
    ...forBrowser(config.out, 'site'),
    stdin: { contents: css, resolveDir: path.join(config.root, path.dirname(source)), loader: 'css' },
    plugins: [publicAddresses(config.base, publicFiles), referenced.plugin],
  });
  const assets = [...files.map((file) => toAsset(config.out, file)), ...referenced.assets];
  const entry = assets.find(({ output }) => output.endsWith('.css'));
  return {
    assets,
    ...(entry && { href: `/${entry.output}` }),
    // esbuild sees the output of Tailwind, whose lines differ from those of the source.
    diagnostics: diagnostics.map((diagnostic) => ({ ...diagnostic, place: { file: source } })),
  };
}
