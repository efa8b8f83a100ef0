/** The islands' scripts that the preview sends in place of those in `out`. Compiled when a browser asks for them. */
import type { DevelopmentIslands, DevelopmentScripts } from '../core/build-result.ts';

export interface ServedScripts {
  /** Of the current islands; empty if there are none. */
  readonly version: () => string;
  /** @param islands those of the last good build */
  readonly update: (islands: DevelopmentIslands | undefined) => void;
  /** Whether a file is one of them, by its path from `out`. */
  readonly has: (file: string) => boolean;
  /**
   * @param isUpdate whether it replaces a script that is running. Its name may be that in a page that has just been published.
   * @returns `undefined`: the file in `out` is what to send
   */
  readonly read: (file: string, isUpdate: boolean) => Promise<Uint8Array | undefined>;
}

const IS_ENTRY = /^assets\/islands-[^/]+\.js$/;

/** Running the script of the build as well would hydrate islands twice. The reload client loads the page when it fails. */
const FAILURE = Buffer.from("throw new Error('The sources of the islands have changed again.');");

export function createDevelopmentScripts(): ServedScripts {
  let current: DevelopmentIslands | undefined;
  let compiling: Promise<DevelopmentScripts | undefined> | undefined;
  // Pages that have the previous scripts may still ask for parts of them.
  let [latest, previous]: (DevelopmentScripts | undefined)[] = [];
  const findFile = (file: string) =>
    [latest, previous].flatMap((scripts) => scripts?.assets ?? []).find(({ output }) => output === file)?.contents;

  const compile = (islands: DevelopmentIslands | undefined) => {
    const running = (async () => islands?.compile())();
    void running
      .catch(() => undefined) // reported to those who have asked
      .then((scripts) => {
        if (scripts !== undefined) [latest, previous] = [scripts, latest];
        else if (compiling === running) compiling = undefined;
      });
    return running;
  };
  return {
    version: () => current?.version ?? '',
    update: (islands) => {
      if (islands?.version !== current?.version) compiling = undefined;
      current = islands;
    },
    has: (file) => file === current?.script || findFile(file) !== undefined,
    read: async (file, isUpdate) => {
      if (file !== current?.script && !(isUpdate && IS_ENTRY.test(file))) return findFile(file);
      const scripts = await (compiling ??= compile(current));
      const entry = scripts?.assets.find(({ output }) => output === scripts.entry)?.contents;
      return entry ?? (isUpdate ? FAILURE : undefined);
    },
  };
}
