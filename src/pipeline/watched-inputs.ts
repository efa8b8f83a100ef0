import path from 'node:path';
import type { BuildResult } from '../core/build-result.ts';
import { statIfExists } from '../core/files.ts';
import { isWithin } from '../core/paths.ts';

/** What to watch besides the folders that every site has. Absolute. */
export interface Watched {
  readonly files: readonly string[];
  /** Names without extensions: `/project/lib/words` for a `words.ts` that may appear. */
  readonly lookups: readonly string[];
  /** Folders with all that is in them. */
  readonly trees: readonly string[];
}

const IN_PACKAGE = /[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+[\\/]/;

/** What the site was built from, in the project or elsewhere. */
export function findWatched({ config, inputs, reads, diagnostics }: BuildResult): Watched {
  const { root, out } = config;
  const all = inputs.map((name) => /^(?:(setting|package|lookup|below|@source) )?(.*)$/s.exec(name) ?? []);
  const named = (...kinds: readonly (string | undefined)[]) =>
    all.flatMap(([, kind, file = '']) => (kinds.includes(kind) ? path.resolve(root, file) : []));
  const broken = diagnostics.flatMap(({ place }) => (place ? path.resolve(root, place.file) : []));
  const read = reads.filter((file) => !isWithin(out, file));
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
