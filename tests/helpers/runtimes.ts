import { inject } from 'vitest';
import type { Runtime } from './copy-site.ts';

/** What islands run on in this suite: Preact in `npm test`, React in `npm run test:slow`. */
export const RUNTIMES: readonly Runtime[] = [inject('runtime')];

/** `development` is React with all its warnings. */
export type IslandRuntime = Runtime | 'development';

export const ISLAND_RUNTIMES: readonly IslandRuntime[] = RUNTIMES.flatMap((runtime) =>
  runtime === 'react' ? [runtime, 'development' as const] : [runtime],
);
