/** Islands as `sitegen serve` sends them: readable, with source maps, on the React that explains what is wrong. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { DevelopmentIslands, DevelopmentScripts } from '../shared/build-result.ts';
import { hashOf } from '../shared/hash.ts';
import type { Compiled, Config, IslandFile, Project } from '../shared/model.ts';
import { developmentEntry } from './island-entries.ts';
import { compileComponents, toAsset } from './esbuild.ts';
import { ENTRY, INSTALLED, outputOf, prepareIslands } from './islands-run.ts';
import { publicVariables } from './plugins/variables.ts';

/**
 * Compiles all islands, also those that no page imports: scripts, and so the state of islands, stay when a page begins or ceases to
 * use one.
 *
 * @returns what `sitegen serve` needs to compile the islands of a build for development, if pages import any
 */
export function describeDevelopmentIslands(
  { islands }: Pick<Project, 'islands'>,
  { config, islands: { href, inputs } }: Compiled,
): { readonly developmentIslands?: DevelopmentIslands } {
  if (href === undefined) return {};
  const contents = [...new Set(inputs)].map((file) => (existsSync(file) ? readFileSync(file) : ''));
  const version = hashOf(JSON.stringify([islands, publicVariables()]), ...contents);
  return { developmentIslands: { script: href.slice(1), version, compile: prepareScripts(config, islands, version) } };
}

/**
 * Each island has a script of its own, named after its contents: a browser that imports them again gets those of unchanged
 * islands, with the state of their modules, and new ones of the others.
 *
 * @param version changes whenever the scripts may
 * @returns compiles them, with the environment variables of now
 */
function prepareScripts(
  config: Config,
  islands: readonly IslandFile[],
  version: string,
): DevelopmentIslands['compile'] {
  const { root, out } = config;
  const scripts = { together: [], apart: islands };
  const { options, imported, urls } = prepareIslands(config, scripts, true);
  return async () => {
    const { files, metafile } = await compileComponents(
      root,
      {
        ...options,
        minify: false,
        sourcemap: 'linked',
        plugins: [developmentReact(), trackedRoots(), ...(options.plugins ?? [])],
        stdin: { contents: developmentEntry(scripts, version), resolveDir: root, sourcefile: ENTRY },
      },
      urls.plugin,
    );
    const entry = metafile && outputOf(metafile, ENTRY);
    if (entry === undefined) return undefined;
    const assets = [...files.map((file) => toAsset(out, file)), ...imported.assets, ...urls.assets];
    return { entry: toAsset(out, { path: path.join(root, entry), contents: new Uint8Array() }).output, assets };
  };
}

/**
 * React alone is for development. Everything else is compiled as for the site, because HTML that a package renders in
 * another way than the server did would not hydrate.
 */
function developmentReact(): Plugin {
  return {
    name: 'development-react',
    setup: (build) => {
      build.onLoad(
        { filter: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/].*\.js$/ },
        async ({ path: file }) => {
          const text = await readFile(file, 'utf8');
          return { contents: text.replaceAll('process.env.NODE_ENV', '"development"'), loader: 'js' };
        },
      );
    },
  };
}

/** Lets an island be taken away: see `serve/client/tracked-roots.ts`. */
function trackedRoots(): Plugin {
  const file = path.join(INSTALLED, 'tracked-roots.js');
  return {
    name: 'tracked-roots',
    setup: (build) => {
      build.onResolve({ filter: /^react-dom\/client$/ }, ({ importer }) =>
        path.dirname(importer) === path.dirname(file) && importer !== file ? { path: file } : undefined,
      );
    },
  };
}

/** The islands' scripts that the preview sends in place of those in `out`. */
export interface ServedScripts {
  /** Of the current islands; empty if there are none. */
  readonly version: () => string;
  /** @param islands those of the last good build */
  readonly update: (islands: DevelopmentIslands | undefined) => void;
  /** Checks if a file is one of them, by its path from `out`. */
  readonly has: (file: string) => boolean;
  /**
   * @param isUpdate whether it replaces a script that is running. Its name may be that in a page that has just been published.
   * @returns `undefined` if the file in `out` must be sent instead
   */
  readonly read: (file: string, isUpdate: boolean) => Promise<Uint8Array | undefined>;
}

const IS_ENTRY = /^assets\/islands-[^/]+\.js$/;

/** Running the script of the build as well would hydrate islands twice. The reload client loads the page when it fails. */
const FAILURE = Buffer.from("throw new Error('The sources of the islands have changed again.');");

/** Compiles them when a browser asks for them. */
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
