/** `new URL('./photo.jpg', import.meta.url)` and `new Worker(new URL('./worker.ts', import.meta.url))` in code of the site. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Message, PartialMessage, Plugin, PluginBuild } from 'esbuild';
import type { Asset } from '../core/model.ts';
import { toPosix } from '../core/paths.ts';
import { IS_ASSET, readAsset } from './asset-plugins.ts';
import { loaderOf, withLocation } from './source-locations.ts';

const RELATIVE_URL = /\bnew\s+URL\(\s*(['"`])(\.\.?\/[^'"`$\n]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;

const IS_SCRIPT = /\.[cm]?[jt]sx?$/;

/** A file, as one of these expressions refers to it: its path, absolute, and the code that replaces the expression. */
type Publish = (file: string, build: PluginBuild) => Promise<string>;

export interface RelativeUrls {
  readonly plugin: Plugin;
  /** What has to be published, complete once the run ends. */
  readonly assets: readonly Asset[];
  /** The project's files in workers, from the root. */
  readonly files: readonly string[];
}

/** In the browser, every file is published beside the script. Workers are bundled. */
export function relativeUrlsInBrowser(root: string, workerOptions: BuildOptions): RelativeUrls {
  const assets: Asset[] = [];
  const files: string[] = [];
  const publish: Publish = async (file, build) => {
    const found = IS_SCRIPT.test(file) ? await bundleWorker(file, build) : { asset: await readAsset(file), inputs: [] };
    assets.push(found.asset);
    files.push(toPosix(path.relative(root, file)), ...found.inputs);
    return `new URL(${JSON.stringify(`./${path.posix.basename(found.asset.output)}`)}, import.meta.url)`;
  };
  const bundleWorker = async (file: string, build: PluginBuild) => {
    const { name } = path.parse(file);
    const result = await build.esbuild.build({
      ...workerOptions,
      absWorkingDir: root,
      entryPoints: [file],
      entryNames: `assets/${name}-[hash]`,
      bundle: true,
      write: false,
      metafile: true,
      charset: 'utf8',
      logLevel: 'silent',
      format: 'iife', // for workers of both types
    });
    const [output] = result.outputFiles;
    const asset = {
      output: `assets/${path.basename(output?.path ?? '')}`,
      contents: output?.contents ?? new Uint8Array(),
    };
    return {
      asset,
      inputs: Object.keys(result.metafile.inputs).filter((input) => !/(^|\/)node_modules\/|:/.test(input)),
    };
  };
  return { plugin: replaceUrls(publish, [assets, files]), assets, files };
}

/**
 * On a page, an image is published, and what replaces the expression has its address, without the base. Other files are for
 * the page to read, so they get the address of the source, which Node's own code would have.
 */
export function relativeUrlsInPages(): Omit<RelativeUrls, 'files'> {
  const assets: Asset[] = [];
  const publish: Publish = async (file) => {
    if (!IS_ASSET.test(file)) return `new URL(${JSON.stringify(pathToFileURL(file).href)})`;
    const asset = await readAsset(file);
    assets.push(asset);
    return `((url) => ({ href: url, pathname: url, toString: () => url }))(${JSON.stringify(`/${asset.output}`)})`;
  };
  return { plugin: replaceUrls(publish, [assets]), assets };
}

/** @param lists emptied when a run starts */
function replaceUrls(publish: Publish, lists: readonly unknown[][]): Plugin {
  return {
    name: 'relative-urls',
    setup: (build) => {
      for (const list of lists) list.length = 0;
      build.onLoad({ filter: IS_SCRIPT }, async ({ path: source, namespace }) => {
        if (namespace !== 'file' || /[/\\]node_modules[/\\]/.test(source)) return undefined;
        const text = await readFile(source, 'utf8');
        const matches = text.includes('import.meta.url') ? [...text.matchAll(RELATIVE_URL)] : [];
        if (matches.length === 0) return undefined;
        const errors: PartialMessage[] = [];
        let contents = text;
        for (const { 0: expression, 2: address = '', index } of matches) {
          const file = path.resolve(path.dirname(source), address);
          if (!existsSync(file)) errors.push(missing(text, index, source, address));
          else {
            const code = await publish(file, build).catch((failure: { errors?: Message[] }) => {
              if (failure.errors === undefined) throw failure;
              errors.push(...failure.errors);
              return '';
            });
            contents = contents.replace(expression, () => code);
          }
        }
        if (errors.length > 0) return { errors };
        return { contents: withLocation(build, source, contents), loader: loaderOf(source) };
      });
    },
  };
}

function missing(text: string, index: number, source: string, address: string): PartialMessage {
  const before = text.slice(0, index).split('\n');
  const lineText = text.split('\n')[before.length - 1] ?? '';
  const location = { file: source, line: before.length, column: before.at(-1)?.length ?? 0, lineText };
  return { text: `The file "${address}" does not exist`, location };
}
