/** What a site is made with. Types only. */
import type { Trial } from './verify-reproducible.ts';
import type { Found } from '../project/discover.ts';
import type { RenderThreads } from '../render/render-batch.ts';
import type { AssetAges, Compiled, Last } from '../cache/state.ts';
import type { Stopwatch } from './timings.ts';

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
