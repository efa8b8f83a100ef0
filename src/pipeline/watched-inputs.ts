import path from 'node:path';
import type { BuildResult } from '../core/build-result.ts';
import { entriesIfListable, realPathIfExists, statIfExists } from '../core/files.ts';
import { isWithin } from '../core/paths.ts';

/** What to watch besides the folders that every site has. Absolute. */
export interface Watched {
  /** Files, and folders in which the names count. */
  readonly files: readonly string[];
  /** Names without extensions: `/project/lib/words` for a `words.ts` that may appear. */
  readonly lookups: readonly string[];
  /** Folders with all that is in them. */
  readonly trees: readonly string[];
}

/** What a folder that is watched as a whole may contain, but sites are not built from. */
export const IN_NO_TREE = /[\\/](node_modules|\.[^\\/]*)([\\/]|$)/;

const IN_PACKAGE = /[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+[\\/]/;

/** What the site was built from, in the project or elsewhere. */
export function findWatched({ config, inputs, reads, listedTrees, diagnostics }: BuildResult): Watched {
  const { root, out } = config;
  const all = inputs.map((name) => /^(?:(setting|package|lookup|below|@source) )?(.*)$/s.exec(name) ?? []);
  const named = (...kinds: readonly (string | undefined)[]) =>
    all.flatMap(([, kind, file = '']) => (kinds.includes(kind) ? path.resolve(root, file) : []));
  const broken = diagnostics.flatMap(({ place }) => (place ? path.resolve(root, place.file) : []));
  const isOutside = (file: string) => !isWithin(out, file);
  const listed = listedTrees.flatMap((folder) => foldersIn(folder, isOutside));
  const read = withLinked(root, [...reads, ...listed]).filter(isOutside);
  const exists = (file: string) => statIfExists(file) !== undefined;
  // To find files that appear, their folders are watched: those of the project, but not those in packages.
  const mayAppear = (file: string) => isWithin(root, file) && !IN_PACKAGE.test(file);
  const settings = named('setting');
  return {
    files: [...new Set([...named(undefined, 'package'), ...settings.filter(exists), ...broken, ...read])],
    lookups: [...named('lookup'), ...settings].filter(mayAppear),
    trees: named('below', '@source').filter((folder) => statIfExists(folder)?.isDirectory() === true),
  };
}

/** The files, and what they lead to if there are links in their paths: nothing happens to a link when that changes. */
function withLinked(root: string, files: readonly string[]): string[] {
  const realRoot = realPathIfExists(root) ?? root;
  const inRealRoot = (file: string) => (isWithin(root, file) ? realRoot + file.slice(root.length) : file);
  return files.flatMap((file) => {
    const real = realPathIfExists(file) ?? file;
    return real === inRealRoot(file) ? file : [file, real];
  });
}

/** A folder and all folders below it, without links, so that circles end. @param isWanted for the others */
function foldersIn(tree: string, isWanted: (folder: string) => boolean): string[] {
  const found = new Set<string>();
  const visit = (folder: string) => {
    const real = realPathIfExists(folder);
    if (real === undefined || found.has(real) || !isWanted(real) || statIfExists(real)?.isDirectory() !== true) return;
    found.add(real);
    const inside = entriesIfListable(real).filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
    for (const { name } of inside) if (!IN_NO_TREE.test(path.sep + name)) visit(path.join(real, name));
  };
  visit(tree);
  return [...found];
}
