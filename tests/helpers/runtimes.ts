import { inject } from 'vitest';
import type { Runtime } from './copy-site.ts';

/** The island runtimes that this suite tests. */
export const RUNTIMES = inject('runtimes');

/** `development` is React with all its warnings. */
export type IslandRuntime = Runtime | 'development';

export const ISLAND_RUNTIMES: readonly IslandRuntime[] = RUNTIMES.flatMap((runtime) =>
  runtime === 'react' ? [runtime, 'development' as const] : [runtime],
);
