import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Compiled, PreviousBuild } from '../cache/state.ts';

/** Pages that somebody is looking at: they are made before all others, and can be shown before the site is there. */
export interface Ahead {
  /** Their files, from `out`. What is no page of the site is passed over. */
  readonly outputs: ReadonlySet<string>;
  /** Told what has become of one of them. */
  readonly show: (output: string, html: string) => void;
}

/** The same, for the part that makes pages. */
export interface RenderAhead {
  /** Those that are still to come. */
  readonly wanted: Set<string>;
  /** Told that one of them has been written. */
  readonly onWritten: (output: string) => Promise<void>;
}

/**
 * @param staging where pages are written, absolute
 * @returns nothing while a page could not be shown by itself, because files that it names are not in `out` yet
 */
export function startAhead(
  ahead: Ahead | undefined,
  { server, islands, styles, icons }: Compiled,
  staging: string,
  previous: PreviousBuild | undefined,
): RenderAhead | undefined {
  const files = previous?.files ?? {};
  const assets = [server, islands, styles, icons].flatMap((bundle) => bundle.assets);
  if (ahead === undefined || previous === undefined || assets.some(({ output }) => files[output] === undefined))
    return undefined;
  const pages = new Set([...previous.pages.values()].map(({ route }) => route.output));
  return {
    wanted: new Set([...ahead.outputs].filter((output) => pages.has(output))),
    onWritten: async (output) => ahead.show(output, await readFile(path.join(staging, output), 'utf8')),
  };
}
