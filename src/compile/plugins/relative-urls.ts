/** `new URL('./photo.jpg', import.meta.url)` and `new Worker(new URL('./worker.ts', import.meta.url))` in site code. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Message, PartialMessage, Plugin, PluginBuild } from 'esbuild';
import type { Asset } from '../../shared/model.ts';
import { IS_SCRIPT, filesOf, loaderOf } from '../module-graph.ts';
import { readAsset } from './asset-plugins.ts';
import { withLocation } from './source-locations.ts';

const RELATIVE_URL = /\bnew\s+URL\(\s*(['"`])(\.\.?\/[^'"`$\n]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;

/** Files that pages show. Others are for a page to read. */
const IS_SHOWN = /\.(avif|cur|eot|gif|ico|jpeg|jpg|mp4|otf|pdf|png|svg|ttf|webm|webp|woff|woff2)$/i;

/** @param file that one of these expressions refers to, absolute. @returns the code that replaces the expression */
type Publish = (file: string, build: PluginBuild) => Promise<Replacement>;

interface Replacement {
  readonly code: string;
  /** At the end of the module, so that no other line moves. */
  readonly imported?: string;
}

export interface RelativeUrls {
  readonly plugin: Plugin;
  /** The assets to publish, complete once the run ends. */
  readonly assets: readonly Asset[];
  /** Every file that was compiled or published, absolute. */
  readonly inputs: readonly string[];
}

/** In the browser, every file is published next to the script. Workers are bundled. */
export function relativeUrlsInBrowser(root: string, workerOptions: BuildOptions): RelativeUrls {
  const assets: Asset[] = [];
  const inputs: string[] = [];
  const publish: Publish = async (file, build) => {
    const found = IS_SCRIPT.test(file) ? await bundleWorker(file, build) : { asset: await readAsset(file), inputs: [] };
    assets.push(found.asset);
    inputs.push(file, ...found.inputs);
    return { code: `new URL(${JSON.stringify(`./${path.posix.basename(found.asset.output)}`)}, import.meta.url)` };
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
    return { asset, inputs: filesOf(root, result.metafile) };
  };
  return { plugin: replaceUrls(publish, [assets, inputs]), assets, inputs };
}

/**
 * On a page, an image is imported, and what replaces the expression has its address, without the base. Other files are for
 * the page to read, so they get the address of the source, which Node's own code would have.
 */
export function relativeUrlsInPages(): Plugin {
  let count = 0;
  const publish: Publish = (file) => {
    if (!IS_SHOWN.test(file)) return Promise.resolve({ code: `new URL(${JSON.stringify(pathToFileURL(file).href)})` });
    count += 1;
    const name = `sitegenUrl${count}`;
    const code = `((url) => ({ href: url, pathname: url, toString: () => url }))(${name})`;
    return Promise.resolve({ code, imported: `import ${name} from ${JSON.stringify(file)};` });
  };
  return replaceUrls(publish, []);
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
            const { code, imported } = await publish(file, build).catch((failure: { errors?: Message[] }) => {
              if (failure.errors === undefined) throw failure;
              errors.push(...failure.errors);
              return { code: '', imported: undefined };
            });
            contents = contents.replace(expression, () => code);
            if (imported !== undefined) contents += `\n${imported}`;
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
