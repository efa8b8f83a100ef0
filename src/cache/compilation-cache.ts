/** Compiled sources, kept in the cache for builds with the same sources. */
import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { Asset } from '../core/model.ts';
import { hasCode, nameFile } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';
import type { Compiled, StoredBundle, StoredCompilation } from './state.ts';

/** Moves compiled modules into the cache, and writes the assets beside them. */
export async function storeCompilation(cache: string, compiled: Compiled): Promise<StoredCompilation> {
  const [module = ''] = compiled.server.modules.values();
  const folder = path.dirname(module);
  const { server, islands, styles, icons } = compiled;
  const name = `compiled-${hashOf(JSON.stringify(compiled.sourceHashes), compiled.settingsKey, compiled.islandNames.join(' '), `${compiled.islands.isExtended}`)}`;
  const assets = [server, islands, styles, icons].flatMap((bundle) => bundle.assets);
  await rm(path.join(folder, 'assets'), { recursive: true, force: true });
  const files = readdirSync(folder).map((file) => [file, hashOf(readFileSync(path.join(folder, file)))] as const);
  await mkdir(path.join(folder, 'assets'));
  for (const { output, contents } of assets) {
    const file = fileOfAsset(folder, output);
    await writeFile(file, contents).catch(nameFile(file));
  }
  await mkdir(cache, { recursive: true });
  if (folder !== path.join(cache, name)) {
    await rm(path.join(cache, name), { recursive: true, force: true });
    await rename(folder, path.join(cache, name));
  }
  const bundle = ({ href, assets: bundled, diagnostics }: BundleLike): StoredBundle => ({
    ...(href !== undefined && { href }),
    assets: bundled.map(({ output, contents }) => ({ output, hash: hashOf(contents) })),
    diagnostics,
  });
  return {
    name,
    sourceHashes: compiled.sourceHashes,
    settingsKey: compiled.settingsKey,
    files: Object.fromEntries(files),
    modules: Object.fromEntries([...server.modules].map(([source, file]) => [source, path.basename(file)])),
    graph: Object.fromEntries(server.graph),
    unknownImports: server.unknownImports,
    builtins: server.builtins,
    bundles: { server: bundle(server), islands: bundle(islands), styles: bundle(styles), icons: bundle(icons) },
    islands: { preloads: islands.preloads, inputs: islands.inputs, isExtended: islands.isExtended },
    styles: { inputs: styles.inputs, ...(styles.classes && { classes: styles.classes }) },
    icons: icons.links,
  };
}

interface BundleLike {
  readonly href?: string;
  readonly assets: readonly Asset[];
  readonly diagnostics: readonly Diagnostic[];
}

/** @returns nothing when a file is missing or damaged */
export function loadCompilation(
  cache: string,
  stored: StoredCompilation,
): Omit<Compiled, 'config' | 'configInputs'> | undefined {
  const folder = path.join(cache, stored.name);
  try {
    const load = ({ href, assets, diagnostics }: StoredBundle) => ({
      ...(href !== undefined && { href }),
      assets: assets.map(({ output, hash }) => ({ output, contents: readWhole(fileOfAsset(folder, output), hash) })),
      diagnostics,
    });
    for (const [file, hash] of Object.entries(stored.files)) readWhole(path.join(folder, file), hash);
    const { server, islands, styles, icons } = stored.bundles;
    const modules = Object.entries(stored.modules).map(([source, name]) => [source, path.join(folder, name)] as const);
    return {
      server: {
        ...load(server),
        modules: new Map(modules),
        graph: new Map(Object.entries(stored.graph)),
        unknownImports: stored.unknownImports,
        builtins: stored.builtins,
        inputs: Object.keys(stored.sourceHashes),
      },
      islands: { ...load(islands), ...stored.islands },
      styles: { ...load(styles), ...stored.styles },
      icons: { ...load(icons), links: stored.icons },
      sourceHashes: stored.sourceHashes,
      settingsKey: stored.settingsKey,
      islandNames: Object.keys(stored.islands.preloads),
      stored,
    };
  } catch (error) {
    if (error === DAMAGED || hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
    throw error;
  }
}

const DAMAGED = new Error('A file of the cache is not what it was.');

function readWhole(file: string, hash: string): Uint8Array {
  const contents = readFileSync(file);
  if (hashOf(contents) !== hash) throw DAMAGED;
  return contents;
}

function fileOfAsset(folder: string, output: string): string {
  return path.join(folder, 'assets', hashOf(output));
}
