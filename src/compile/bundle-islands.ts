import path from 'node:path';
import type { Metafile } from 'esbuild';
import type { Config, IslandFile, IslandsBundle } from '../shared/model.ts';
import { isWithin, toPosix } from '../shared/paths.ts';
import { brotliBytes } from '../hosts/file-sizes.ts';
import {
  lacksDefault,
  RUNTIME,
  type IslandScripts,
  ENTRY,
  INSTALLED,
  outputOf,
  prepareIslands,
} from './islands-run.ts';
import { describePreactGaps } from '../react/preact-gaps.ts';
import { findBareAddresses, findIslandGlobals } from './lint/check-islands.ts';
import { findReacts } from '../react/find-second-react.ts';
import { IS_SCRIPT, filesOf, reachableFrom } from './module-graph.ts';
import { mayLackVariables } from './plugins/variables.ts';
import { compileComponents } from './components.ts';
import { toAsset } from './esbuild.ts';

/** Up to this size, all islands are one script. In bytes after Brotli, without the runtime. */
const TOGETHER = 20_000;

/** If there are several scripts, an island above this size gets a separate one. Measured the same way. */
const SMALL = 5_000;

/**
 * Bundles islands and their runtime for the browser: into one script, or, if they are large, into a script for the small ones,
 * a script for each of the others, and shared chunks.
 *
 * @param islands the islands that pages may contain. Without any, there is no script.
 */
export async function bundleIslands(config: Config, islands: readonly IslandFile[]): Promise<IslandsBundle> {
  if (islands.length === 0) return { islands, preloads: {}, inputs: [], assets: [], diagnostics: [] };
  if (config.split === true) return bundle(config, { together: [], apart: islands });
  const one = await bundle(config, { together: islands, apart: [] });
  if (config.split === false) return one;
  const scripts = await distribute(config.root, islands, one);
  return scripts.apart.length === 0 ? one : bundle(config, scripts);
}

interface Bundle extends IslandsBundle {
  /** The script, if there is only one. */
  readonly script: Uint8Array | undefined;
  readonly metafile: Metafile | undefined;
}

/** @param lacksVariables true if islands read public variables that are not set */
async function bundle(config: Config, scripts: IslandScripts, lacksVariables = false): Promise<Bundle> {
  const { root, out, runtime } = config;
  const { files, diagnostics, metafile, options, prepared } = await compileComponents({
    root,
    prepare: () => prepareIslands(config, scripts, lacksVariables),
  });
  const { imported, urls } = prepared;
  const entry = metafile && outputOf(metafile, ENTRY);
  const assets = [...files.map((file) => toAsset(out, file)), ...imported.assets, ...urls.assets];
  const inputs = Object.keys(metafile?.inputs ?? {});
  const own = inputs.filter((file) => isProjectScript(root, file));
  if (!lacksVariables && mayLackVariables(root, own)) return bundle(config, scripts, true);
  const found = runtime === 'preact' ? describePreactGaps(root, diagnostics, own) : diagnostics;
  const globals = await findIslandGlobals(root, options, own);
  const bare = await findBareAddresses(root, config.prefixes, own);
  const shared = {
    islands: [...scripts.together, ...scripts.apart],
    inputs: [...(metafile === undefined ? [] : filesOf(root, metafile)), ...urls.inputs],
    assets,
    diagnostics: [...found, ...globals, ...bare, ...findReacts(root, inputs)].filter((one) => !lacksDefault(one)),
    script: files[0]?.contents,
    metafile,
  };
  if (metafile === undefined || entry === undefined) return { preloads: {}, ...shared };
  const address = (file: string) => `/${toPosix(path.relative(out, path.join(root, file)))}`;
  const preloads = listPreloads(metafile, entry, scripts).map(([name, needed]) => [name, needed.map(address)] as const);
  return { href: address(entry), preloads: Object.fromEntries(preloads), ...shared };
}

/** The scripts that a browser loads for each island, besides the entry itself. */
function listPreloads(metafile: Metafile, entry: string, { together, apart }: IslandScripts): [string, string[]][] {
  const isSplit = apart.length > 0;
  const runtime = isSplit ? [...staticImports(metafile, entry), ...scriptsOf(metafile, `island:${RUNTIME}`)] : [];
  return [
    ...together.map(({ name }): [string, string[]] => [name, [...new Set(runtime)]]),
    ...apart.map(({ name, source }): [string, string[]] => {
      return [name, [...new Set([...runtime, ...scriptsOf(metafile, source)])]];
    }),
  ];
}

/** The script of a module, and its imports. */
function scriptsOf(metafile: Metafile, source: string): string[] {
  const output = outputOf(metafile, source);
  return output === undefined ? [] : [output, ...staticImports(metafile, output)];
}

/** Returns the imports that a browser discovers only after loading the file. */
function staticImports(metafile: Metafile, output: string): string[] {
  const imports = metafile.outputs[output]?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
  return imports.flatMap(({ path: file }) => [file, ...staticImports(metafile, file)]);
}

/** Decides by size. Sizes after Brotli are estimated from the share of the code. */
async function distribute(
  root: string,
  islands: readonly IslandFile[],
  { script, metafile }: Bundle,
): Promise<IslandScripts> {
  const together = { together: islands, apart: [] };
  const output = Object.values(metafile?.outputs ?? {})[0];
  if (metafile === undefined || script === undefined || output === undefined) return together;
  const bytesOf = (files: readonly string[]) =>
    files
      .filter((file) => !isRuntime(path.join(root, file)))
      .reduce((sum, file) => sum + (output.inputs[file]?.bytesInOutput ?? 0), 0);
  const all = bytesOf(Object.keys(output.inputs));
  if (all < TOGETHER) return together; // compression does not make it larger
  const ratio = (await brotliBytes(script)) / output.bytes;
  if (all * ratio <= TOGETHER) return together;
  const sizeOf = (some: readonly IslandFile[]) =>
    bytesOf([...new Set(some.flatMap(({ source }) => reachableFrom(metafile, source)))]) * ratio;
  const small = islands.filter((island) => sizeOf([island]) <= SMALL);
  if (sizeOf(small) > TOGETHER) return { together: [], apart: islands };
  return { together: small, apart: islands.filter((island) => !small.includes(island)) };
}

/** Names with a colon are virtual modules: of plugins, and entries. */
function isProjectScript(root: string, file: string): boolean {
  return IS_SCRIPT.test(file) && !/:|(^|\/)node_modules\//.test(file) && !isWithin(INSTALLED, path.join(root, file));
}

function isRuntime(file: string): boolean {
  return isWithin(INSTALLED, file) || /\/node_modules\/(preact|react|react-dom|scheduler)\//.test(toPosix(file));
}
