/** Islands as `sitegen serve` sends them: readable, with source maps, on React's development build, which explains mistakes. */
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
 * Describes how to compile all islands, including those that no page imports: their scripts, and so the state of islands, then stay
 * the same when a page starts or stops using one.
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
 * Each island is a separate script, named after its contents: a browser that imports them again reuses the scripts of unchanged
 * islands, with the state of their modules, and loads new ones for the rest.
 *
 * @param version changes whenever the scripts might have changed
 * @returns a function that compiles them, with the current environment variables
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
 * Only React is a development build. Everything else is compiled as for the site, because HTML that a package renders
 * differently than the server did would not hydrate.
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

/** Allows an island to be unmounted: see `serve/client/tracked-roots.ts`. */
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

/** The islands' scripts that the preview sends instead of those in `out`. */
export interface ServedScripts {
  /** The version of the current islands; empty if there are none. */
  readonly version: () => string;
  /** @param islands the islands of the last good build */
  readonly update: (islands: DevelopmentIslands | undefined) => void;
  /** Checks if a file is one of them, by its path from `out`. */
  readonly has: (file: string) => boolean;
  /**
   * @param isUpdate true if it replaces a running script. A page that has just been published may contain the same name.
   * @returns `undefined` if the file in `out` must be sent instead
   */
  readonly read: (file: string, isUpdate: boolean) => Promise<Uint8Array | undefined>;
}

const IS_ENTRY = /^assets\/islands-[^/]+\.js$/;

/** Running the script of the build as well would hydrate islands twice. If this fails, the reload client reloads the page. */
const FAILURE = Buffer.from("throw new Error('The sources of the islands have changed again.');");

/** Compiles them when a browser asks for them. */
export function createDevelopmentScripts(): ServedScripts {
  let current: DevelopmentIslands | undefined;
  let compiling: Promise<DevelopmentScripts | undefined> | undefined;
  // Pages with the previous scripts may still request parts of them.
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
