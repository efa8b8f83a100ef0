/** What a site is made with. Types only. */
import type { Trial } from './build-twice.ts';
import type { Found } from './discover.ts';
import type { RenderThreads } from './render-batch.ts';
import type { AssetAges, Compiled, Last } from './state.ts';
import type { Stopwatch } from './stopwatch.ts';

export interface Making {
  /** The threads' code. */
  readonly worker: URL;
  readonly found: Found;
  readonly compiled: Compiled;
  readonly last: Last | undefined;
  /** What the last build has left in `out`, also where all is made anew. */
  readonly assetAges: AssetAges;
  readonly staging: string;
  readonly threads: RenderThreads;
  readonly count: number;
  readonly options: Trial;
  readonly watch: Stopwatch;
}
