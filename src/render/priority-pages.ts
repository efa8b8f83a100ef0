import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Compiled, PreviousBuild } from '../cache/state.ts';
import { lookUp } from '../api/records.ts';

/** Pages open in a browser. They are rendered first, and can be shown before the rest of the site is built. */
export interface PriorityPages {
  /** Their files, from `out`. Those that are no page of the site are ignored. */
  readonly outputs: ReadonlySet<string>;
  /** Called with the HTML of one of them. */
  readonly show: (output: string, html: string) => void;
}

/** The same, for the scheduler. */
export interface PriorityRender {
  /** Those that have not been listed yet. */
  readonly wanted: Set<string>;
  /** @param outputs files that have been written to the staging folder */
  readonly onWritten: (outputs: readonly string[]) => Promise<void>;
}

interface StartPriorityRender {
  readonly compiled: Compiled;
  /** Absolute. */
  readonly staging: string;
  readonly previous: PreviousBuild | undefined;
}

/** @returns nothing when a page could not be shown alone, because it needs assets that are not in `out` yet */
export function startPriorityRender(
  priorityPages: PriorityPages | undefined,
  { compiled, staging, previous }: StartPriorityRender,
): PriorityRender | undefined {
  if (priorityPages === undefined || previous === undefined) return undefined;
  const { server, islands, styles, icons } = compiled;
  const assets = [server, islands, styles, icons].flatMap((bundle) => bundle.assets);
  if (assets.some(({ output }) => lookUp(previous.files, output) === undefined)) return undefined;
  const pages = new Set([...previous.pages.values()].map(({ route }) => route.output));
  return {
    wanted: new Set([...priorityPages.outputs].filter((output) => pages.has(output))),
    onWritten: async (outputs) => {
      for (const output of outputs) priorityPages.show(output, await readFile(path.join(staging, output), 'utf8'));
    },
  };
}
