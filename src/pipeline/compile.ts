import path from 'node:path';
import { readConfig } from '../project/load-config.ts';
import type { Overrides } from '../project/resolve-config.ts';
import type { BrowserBundle, Config, IslandsBundle, Project } from '../core/model.ts';
import { statePaths, toPosix } from '../core/paths.ts';
import { bundleIslands } from '../bundle/bundle-islands.ts';
import { bundleServer, bundleStyles } from '../bundle/bundle-pages.ts';
import { hashOf } from '../core/hash.ts';
import { generateIcons } from '../output/icons.ts';
import {
  hashSourcesBefore,
  changedSources,
  hashSourcesAfter,
  isSetting,
  type SourcesBefore,
} from '../cache/source-hashes.ts';
import type { Stopwatch } from './timings.ts';
import { loadCompilation } from '../cache/compilation-cache.ts';
import { compileStyles } from '../bundle/tailwind.ts';
import type { Compiled, BuildState } from '../cache/state.ts';

export interface CompileProject {
  readonly root: string;
  readonly project: Project;
  /** A folder of this build, absolute. */
  readonly work: string;
  readonly overrides: Overrides;
  /** The last build, if something is known of it. */
  readonly last: BuildState | undefined;
  readonly watch: Stopwatch;
  /** Called when there is something to compile. */
  readonly onCompile: () => void;
}

/** Compiles what the last build has not compiled from the same sources. */
export async function compileProject(options: CompileProject): Promise<Compiled> {
  const { root, project, work, overrides, last, watch, onCompile } = options;
  if (last === undefined) onCompile();
  const begun = hashSourcesBefore(root, project, last?.compilation.sourceHashes ?? {});
  const reading = watch.time('config', readConfig(root, work, overrides));
  if (last !== undefined) {
    const config = await reading;
    const { stored, isSame, islands } = reuse(config, project, last, begun);
    if (stored !== undefined && isSame) return { config, ...stored };
    onCompile();
    return compileAnew(options, reading, begun, islands);
  }
  return compileAnew(options, reading, begun, undefined);
}

/** What is left of the last build's compilation. */
interface Reused {
  readonly stored?: Omit<Compiled, 'config'> | undefined;
  /** Whether nothing would be compiled differently. */
  readonly isSame: boolean;
  /** The islands' script, if it would come out the same: to bundle React takes longer than all the rest. */
  readonly islands?: IslandsBundle | undefined;
}

function reuse(config: Config, project: Project, { compilation }: BuildState, { sourceHashes }: SourcesBefore): Reused {
  if (compilation.settingsKey !== setupOf(config, project)) return { isSame: false };
  const changed = changedSources(compilation.sourceHashes, sourceHashes);
  const inIslands = (name: string) => isSetting(name) || compilation.islandFiles.includes(name);
  const names = project.islands.map(({ name }) => name);
  const areIslandsSame =
    Object.keys(compilation.preloads).every((name) => names.includes(name)) && !changed.some(inIslands);
  if (changed.length > 0 && !areIslandsSame) return { isSame: false };
  const stored = loadCompilation(statePaths(config.root).cache, compilation);
  return { stored, isSame: changed.length === 0, islands: areIslandsSame ? stored?.islands : undefined };
}

/** Everything here waits for something else most of the time, so it all goes side by side. */
async function compileAnew(
  { root, project, work, last, watch: { time } }: CompileProject,
  reading: Promise<Config>,
  begun: SourcesBefore,
  known: IslandsBundle | undefined,
): Promise<Compiled> {
  // The islands that pages held last time are probably those that they hold now.
  const held = project.islands.filter(({ name }) => last?.islands.includes(name) ?? true);
  const [config, server, islands, { bundle: styles, files: written, looksElsewhere }, icons] = await Promise.all([
    reading,
    reading.then((read) => time('bundle pages', bundleServer(read, project, path.join(work, 'server')))),
    known ?? reading.then((read) => time('bundle islands', bundleIslands(read, held))),
    time('styles', makeStyles(reading, root, project)),
    reading.then((read) => time('icons', generateIcons(read, project))),
  ]);
  const modules = [...server.graph.values()];
  const files = [...modules.flatMap((module) => module.files), ...islands.files, ...written];
  const packages = [...new Set(modules.flatMap((module) => module.packages))];
  const others = [...new Set(files)].filter((file) => !file.startsWith('templates/'));
  // Which files hold classes there, only Tailwind knows: then it has to look each time.
  const inputs = {
    ...hashSourcesAfter(root, begun, others, packages),
    ...(looksElsewhere && { '@source': `${Date.now()}` }),
  };
  const islandNames = held.map(({ name }) => name);
  return {
    config,
    server,
    islands,
    styles,
    icons,
    sourceHashes: inputs,
    settingsKey: setupOf(config, project),
    islandNames,
  };
}

/** Stylesheets may name files in `public`, so its names count; what is in them does not. */
function setupOf({ root: _root, ...config }: Config, { publicFiles }: Project): string {
  return hashOf(JSON.stringify(config), ...publicFiles);
}

/** Tailwind does not need the config; the addresses in the stylesheet do. */
async function makeStyles(
  config: Promise<Config>,
  root: string,
  project: Project,
): Promise<{ bundle: BrowserBundle; files: readonly string[]; looksElsewhere: boolean }> {
  const { styles, publicFiles } = project;
  if (styles === undefined) return { bundle: { assets: [], diagnostics: [] }, files: [], looksElsewhere: false };
  const [{ css, diagnostics, ...found }, complete] = await Promise.all([compileStyles(root, styles), config]);
  const files = found.files.map((file) => toPosix(path.relative(root, file)));
  const bundle =
    css === undefined ? { assets: [], diagnostics } : await bundleStyles(complete, css, styles, publicFiles);
  return { bundle, files, looksElsewhere: found.looksElsewhere };
}
