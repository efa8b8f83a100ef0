import path from 'node:path';
import { bundleIslands } from '../bundle/bundle-islands.ts';
import { bundleServer } from '../bundle/bundle-pages.ts';
import { publicVariables } from '../bundle/variables.ts';
import { loadCompilation } from '../cache/compilation-cache.ts';
import { changedSources, hashSourcesAfter, hashSourcesBefore, type SourcesBefore } from '../cache/source-hashes.ts';
import type { CachedBuild, Compiled, SourceHashes } from '../cache/state.ts';
import { hashOf } from '../core/hash.ts';
import type { Config, IslandsBundle, Project, StylesBundle } from '../core/model.ts';
import { statePaths } from '../core/paths.ts';
import { generateIcons } from '../output/icons.ts';
import { readConfig } from '../config/load-config.ts';
import { compileStylesheet, type Stylesheet } from '../styles/compile-stylesheet.ts';
import type { CompileContext } from './context.ts';

/**
 * Compiles pages, islands and stylesheet, or takes from the cache what was compiled from the same sources.
 *
 * @throws {SitegenError} when the config is invalid
 */
export async function compileProject(context: CompileContext): Promise<Compiled> {
  const { options, project, workFolder, pool, time } = context;
  const { root, force } = options;
  const cached = force ? undefined : context.cached;
  // Workers take long to start, so they start while the sources are compiled.
  if (cached === undefined) pool.warmUp();
  const before = hashSourcesBefore(root, project, cached?.compilation.sourceHashes ?? {});
  const reading = time('config', readConfig(root, workFolder, options));
  const changed = changedSources(cached?.compilation.sourceHashes ?? {}, before.sourceHashes);
  const reusing = cached
    ? reading.then(({ config }) => findReusable(config, project, cached, changed))
    : Promise.resolve<Reusable>({}); // Tailwind need not wait for the config
  // Changed sources are compiled whatever the config says.
  if (cached !== undefined && changed.length === 0) {
    const [{ config, inputs }, { compiled }] = await Promise.all([reading, reusing]);
    if (compiled !== undefined) return { config, configInputs: inputs, ...compiled };
  }
  pool.warmUp();
  return compileSources(context, reading, before, reusing);
}

/** What can be reused of a cached compilation. */
interface Reusable {
  /** All of it. */
  readonly compiled?: Omit<Compiled, 'config' | 'configInputs'> | undefined;
  /** The islands' bundle alone: bundling React takes longer than everything else. */
  readonly islands?: IslandsBundle | undefined;
  /** The stylesheet alone, if the classes are the same. */
  readonly styles?: StylesBundle | undefined;
}

function findReusable(
  config: Config,
  project: Project,
  { compilation }: CachedBuild,
  changed: readonly string[],
): Reusable {
  if (compilation.settingsKey !== hashSettings(config, project)) return {};
  const names = project.islands.map(({ name }) => name);
  const { islands, styles } = compilation;
  const areSame = ({ inputs }: typeof islands | typeof styles) => !changed.some((name) => inputs.includes(name));
  const areIslandsSame = Object.keys(islands.preloads).every((name) => names.includes(name)) && areSame(islands);
  const areStylesSame = styles.classes !== undefined && areSame(styles);
  if (changed.length > 0 && !areIslandsSame && !areStylesSame) return {};
  const compiled = loadCompilation(statePaths(config.root).cache, compilation);
  if (changed.length === 0) return { compiled };
  return { ...(areIslandsSame && { islands: compiled?.islands }), ...(areStylesSame && { styles: compiled?.styles }) };
}

/** Each part spends most of its time waiting, so all run at once. */
async function compileSources(
  { options, project, workFolder, cached, time }: CompileContext,
  configured: ReturnType<typeof readConfig>,
  before: SourcesBefore,
  reusing: Promise<Reusable>,
): Promise<Compiled> {
  const { root, force } = options;
  // Pages probably hold the islands they held in the previous build.
  const expected = project.islands.filter(({ name }) => force || (cached?.islands.includes(name) ?? true));
  const isExtended = cached?.compilation.islands.isExtended ?? false;
  const reading = configured.then(({ config }) => config);
  const pages = reading.then((read) =>
    time('bundle pages', bundleServer(read, project, path.join(workFolder, 'server'))),
  );
  const reusingStyles = reusing.then((one) => one.styles);
  const styling = { root, workFolder, project, reading, importing: pages, reusing: reusingStyles };
  const bundle = (read: Config) => time('bundle islands', bundleIslands(read, expected, isExtended));
  const [{ config, inputs }, server, islands, styles, icons] = await Promise.all([
    configured,
    pages,
    reusing.then(async (reused) => reused.islands ?? bundle(await reading)),
    time('styles', compileStylesheet(styling)),
    reading.then((read) => time('icons', generateIcons(read, project))),
  ]);
  const sourceHashes = {
    ...hashSourcesAfter(root, before, [...server.inputs, ...islands.inputs, ...styles.bundle.inputs]),
    ...listUnknown(styles),
  };
  return {
    config,
    configInputs: inputs,
    server,
    islands,
    styles: styles.bundle,
    icons,
    sourceHashes,
    settingsKey: hashSettings(config, project),
    islandNames: expected.map(({ name }) => name),
  };
}

/** Only Tailwind knows which files have classes outside of `templates`, and only its plugins what they read: it runs each time. */
function listUnknown({ scanned, runsCode }: Stylesheet): SourceHashes {
  const names = [...scanned.map((folder) => `@source ${folder}`), ...(runsCode ? ['@plugins'] : [])];
  return Object.fromEntries(names.map((name) => [name, `${Date.now()}`]));
}

/** Stylesheets may refer to files of the site, so their names count; their contents do not. Islands have public variables. */
function hashSettings({ root: _root, ...config }: Config, { ownFiles }: Project): string {
  return hashOf(JSON.stringify(config), JSON.stringify(publicVariables()), ...ownFiles);
}
