import path from 'node:path';
import type { BrowserBundle, Config } from '../core/model.ts';
import { publicAddresses, stylesheetAssets } from './asset-plugins.ts';
import { forBrowser, runEsbuild, toAsset } from './esbuild.ts';
import { placeInStyles } from './place-in-styles.ts';

/**
 * Minifies the stylesheet and publishes the files that it refers to by relative addresses.
 *
 * @param css the output of Tailwind
 * @param source the stylesheet that Tailwind compiled, from the root
 * @param files that and the stylesheets that it imports, absolute
 */
export async function bundleStyles(
  config: Config,
  css: string,
  source: string,
  files: readonly string[],
  publicFiles: readonly string[],
): Promise<BrowserBundle> {
  const entryFile = path.join(config.root, source);
  const referenced = stylesheetAssets(config.assetPrefix);
  const { files: outputs, diagnostics } = await runEsbuild(config.root, {
    ...forBrowser(config.out, 'site'),
    stdin: { contents: css, resolveDir: path.dirname(entryFile), loader: 'css' },
    plugins: [publicAddresses(config.base, publicFiles), referenced.plugin],
  });
  const assets = [...outputs.map((file) => toAsset(config.out, file)), ...referenced.assets];
  const entry = assets.find(({ output }) => output.endsWith('.css'));
  return {
    assets,
    ...(entry && { href: `/${entry.output}` }),
    // esbuild sees the output of Tailwind, whose lines differ from those of the source.
    diagnostics: diagnostics.map((diagnostic) => {
      const { frame: _, ...rest } = diagnostic;
      return { ...rest, ...placeInStyles(config.root, [entryFile, ...files], diagnostic.message) };
    }),
  };
}
