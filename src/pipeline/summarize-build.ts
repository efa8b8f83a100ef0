import { prepareDevelopmentIslands } from '../bundle/development-islands.ts';
import { treeAskedFor } from '../cache/answers.ts';
import type { PreviousBuild, RenderResult, SiteResult } from '../cache/state.ts';
import type { BuildResult, DevelopmentIslands } from '../core/build-result.ts';
import { hasErrors } from '../core/diagnostics.ts';
import { hashOf } from '../core/hash.ts';
import { addSizes } from '../hosts/file-sizes.ts';
import type { BuildContext } from './context.ts';
import { findNewStylesheet, type BuildDiff } from './diff-builds.ts';
import type { GeneratedFiles } from './generate-files.ts';

interface Summary extends Pick<BuildResult, 'diagnostics' | 'placeholders'> {
  readonly sizes: GeneratedFiles['sizes'];
  readonly diff: BuildDiff;
}

/** What a build reports, but for how long its steps took. */
export function summarizeBuild(
  context: BuildContext,
  rendered: SiteResult,
  { diagnostics, placeholders, sizes, diff }: Summary,
): Omit<BuildResult, 'steps'> {
  const { config, compiled, previous } = context;
  const { site, own } = rendered;
  const developmentIslands = describeDevelopmentIslands(context, rendered);
  const newStylesheet = findNewStylesheet(previous, compiled, diff.addresses);
  return {
    ok: !hasErrors(diagnostics),
    config,
    diagnostics,
    placeholders,
    pages: site.pages,
    changes: diff.addresses,
    sizes: { html: addSizes(site.pages.map(({ size }) => size)), ...sizes },
    ...(newStylesheet !== undefined && { newStyles: newStylesheet }),
    ...(developmentIslands && { developmentIslands }),
    rebuilt: site.rebuilt,
    graph: compiled.server.graph,
    inputs: [...Object.keys(compiled.sourceHashes).filter(isWatchable), ...compiled.configInputs],
    ...listReads({ site, own }, previous),
  };
}

/** `@project` is a hash of what was discovered, `@plugins` a time. */
function isWatchable(name: string): boolean {
  return !name.startsWith('@') || name.startsWith('@source ');
}

function describeDevelopmentIslands(
  { options, project, config, compiled }: BuildContext,
  { islands: { href, inputs, isExtended }, islandNames }: RenderResult,
): DevelopmentIslands | undefined {
  if (!options.watching || href === undefined) return undefined;
  const islands = project.islands.filter(({ name }) => islandNames.includes(name));
  const hashes = inputs.map((name) => `${name} ${compiled.sourceHashes[name]}`);
  const version = hashOf(compiled.settingsKey, JSON.stringify(islands), String(isExtended), ...hashes);
  const compile = prepareDevelopmentIslands(config, { islands, isExtended, version });
  return { script: href.slice(1), version, compile };
}

/** Reused pages depend on what was read in earlier builds. */
function listReads(
  { site, own }: Pick<SiteResult, 'site' | 'own'>,
  previous: PreviousBuild | undefined,
): Pick<BuildResult, 'reads' | 'listedTrees'> {
  const before = [previous?.reads, previous?.dataReads, previous?.filesRun?.reads];
  const all = [...before, site.reads, site.dataReads, own.recorded?.reads, own.recorded?.dataReads];
  const questions = new Set(all.flatMap((reads) => Object.keys(reads?.answers ?? {})));
  return {
    reads: [...new Set(all.flatMap((reads) => Object.keys(reads?.files ?? {})))],
    listedTrees: [...questions].flatMap((question) => treeAskedFor(question) ?? []),
  };
}
