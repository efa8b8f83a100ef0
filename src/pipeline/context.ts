/** What a site is made with. Types only. */
import type { Trial } from './verify-reproducible.ts';
import type { DiscoveredProject } from '../project/discover.ts';
import type { RenderPool } from '../render/render-batch.ts';
import type { AssetAges, Compiled, PreviousBuild } from '../cache/state.ts';
import type { Stopwatch } from './timings.ts';

export interface Making {
  /** The threads' code. */
  readonly worker: URL;
  readonly found: DiscoveredProject;
  readonly compiled: Compiled;
  readonly previous: PreviousBuild | undefined;
  /** What the last build has left in `out`, also where all is made anew. */
  readonly assetAges: AssetAges;
  readonly staging: string;
  readonly threads: RenderPool;
  readonly count: number;
  readonly options: Trial;
  readonly watch: Stopwatch;
}
