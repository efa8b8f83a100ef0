import type { Overrides } from '../project/resolve-config.ts';
import type { Ahead } from '../render/priority-pages.ts';

export interface BuildOptions extends Overrides {
  /** The project's folder. Default: the current one. */
  readonly root?: string;
  /** Whether to leave `out` as it is, and only say what is wrong. */
  readonly dry?: boolean;
  /** Whether a placeholder is an error. */
  readonly release?: boolean;
  /** Whether to make everything anew, whatever is known of the last build. */
  readonly force?: boolean;
  /** Whether to build twice, and to publish only what has come out the same. */
  readonly verify?: boolean;
  /**
   * Whether this process builds again when files change. What pages load is then kept for five minutes, and threads are
   * made ready for the next build.
   */
  readonly watching?: boolean;
  /** So many threads make pages. Default: as many as the machine has processors for. */
  readonly workers?: number;
  /** Told how many pages are done, and of how many that are known so far. */
  readonly onProgress?: (done: number, known: number) => void;
  /** Ends the build when it is aborted: it throws, and `out` is as it was. */
  readonly signal?: AbortSignal;
  /** Pages that somebody is looking at. */
  readonly ahead?: Ahead;
  /** Told that another build has to be waited for. */
  readonly onWait?: () => void;
  /** Receives what pages print while they are made. */
  readonly onOutput?: (text: string) => void;
}
