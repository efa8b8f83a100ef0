import path from 'node:path';
import { SitegenError } from '../shared/errors.ts';
import type { Overrides } from '../config/resolve-config.ts';
import type { Publishing } from '../shared/unpublished.ts';
import type { HostedSite } from '../api/host.ts';
import type { Mode } from '../shared/model.ts';
import { createSharedData, type SharedData } from '../shared/shared-data.ts';
import { availableWorkers } from '../render/worker-pool.ts';

export interface BuildOptions extends Overrides {
  /** The project's folder. Default: the current folder. */
  readonly root?: string;
  /** Checks the site without publishing it. */
  readonly dry?: boolean;
  /** The moment that the site is built for: pages with a later `publishAt` are left out. Default: now. */
  readonly at?: Date;
  /** Allows any number of published pages to disappear. */
  readonly allowRemovals?: boolean;
  /** Reports placeholders as errors. */
  readonly release?: boolean;
  /** Reports warnings as errors. */
  readonly strict?: boolean;
  /** Builds twice, and publishes only when both builds have the same bytes. */
  readonly verify?: boolean;
  /** The data that `shared` has loaded in this process, if several builds share it. */
  readonly sharedData?: SharedData;
  /** The maximum number of worker threads. Default: the number of processors. */
  readonly workers?: number;
  /** Called with the number of finished pages, or of other things, and of those known so far. */
  readonly onProgress?: (done: number, known: number, what?: string) => void;
  /** Stops the build when aborted: `build` throws, and `out` does not change. */
  readonly signal?: AbortSignal;
  /**
   * Called with `true` before the config and Tailwind plugins run, and with `false` when both have run without an error. Until
   * then, site code runs in the calling thread.
   */
  readonly onSiteCode?: (isRunning: boolean) => void;
  /** Called when the build has to wait for another one. */
  readonly onWait?: () => void;
  /** Called with the output that pages print while they are rendered. */
  readonly onOutput?: (text: string) => void;
}

/** Options without a default. */
type Optional = keyof Overrides | 'at' | 'signal';

/** Options with their defaults: `root` is absolute. */
export interface ResolvedOptions extends Pick<BuildOptions, Optional>, Required<Omit<BuildOptions, Optional>> {
  readonly publishing: Publishing;
  /** True if the site is checked repeatedly, with workers started in advance. */
  readonly watching: boolean;
  /** The offset of the clock that site code sees, in ms. */
  readonly clockOffset: number;
  /** Writes the whole site to the staging folder, not only files that differ from the published ones. */
  readonly stagesEverything: boolean;
  /** Called when a build is stopped, before it removes its files, which blocks this thread for a while. */
  readonly beforeCleanup: () => Promise<void>;
  /** @param staging the folder with the whole site before it is published, absolute */
  readonly compareStaging: (staging: string, site: HostedSite) => Promise<readonly Difference[]>;
}

/** A file that differs between two folders. */
export interface Difference {
  /** Relative to the folders. */
  readonly file: string;
  /** The text around the first difference; `undefined` if only one folder has the file, or if it is not a text file. */
  readonly excerpts: readonly [string, string] | undefined;
}

/**
 * Compiled pages are loaded in worker threads and find their packages as Node does, in `node_modules`.
 *
 * @throws {SitegenError} in a project whose packages Yarn keeps elsewhere
 */
export function refusePlugAndPlay(): void {
  if (!('pnp' in process.versions)) return;
  throw new SitegenError(
    "Yarn Plug'n'Play is not supported: sitegen needs packages in node_modules.\n" +
      'Try: write `nodeLinker: node-modules` in .yarnrc.yml, and run `yarn install`.',
  );
}

/** A watching preview is for development; everything else builds the site as it goes live. */
export function modeOf({ watching }: Pick<ResolvedOptions, 'watching'>): Mode {
  return watching ? 'development' : 'production';
}

export function resolveOptions(options: BuildOptions): ResolvedOptions {
  const root = path.resolve(options.root ?? '.');
  const { watching = false, at = new Date() } = options;
  if (Number.isNaN(at.getTime())) throw new SitegenError('`at` is not a valid date.');
  return {
    publishing: { at, showsAll: watching },
    dry: false,
    allowRemovals: watching,
    release: false,
    strict: false,
    verify: false,
    watching,
    workers: availableWorkers(),
    onProgress: () => {},
    onSiteCode: () => {},
    onWait: () => {},
    onOutput: () => {},
    beforeCleanup: async () => {},
    compareStaging: async () => [],
    sharedData: createSharedData(),
    clockOffset: 0,
    stagesEverything: false,
    ...options,
    root,
  };
}
