import type { PreviousBuild, SiteResult } from '../cache/state.ts';
import type { BuildResult } from '../core/build-result.ts';
import { hasErrors } from '../core/diagnostics.ts';
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
  { config, compiled, previous }: BuildContext,
  { site, own }: SiteResult,
  { diagnostics, placeholders, sizes, diff }: Summary,
): Omit<BuildResult, 'steps'> {
  const newStylesheet = findNewStylesheet(previous, compiled, site, diff.addresses);
  return {
    ok: !hasErrors(diagnostics),
    config,
    diagnostics,
    placeholders,
    pages: site.pages,
    changes: diff.addresses,
    sizes: { html: addSizes(site.pages.map(({ size }) => size)), ...sizes },
    ...(newStylesheet !== undefined && { newStyles: newStylesheet }),
    rebuilt: site.rebuilt,
    graph: compiled.server.graph,
    // '@project' is a hash of what was discovered, no file.
    inputs: [...Object.keys(compiled.sourceHashes).filter((name) => name !== '@project'), ...compiled.configInputs],
    reads: listReads({ site, own }, previous),
  };
}

/** Reused pages depend on what was read in earlier builds. */
function listReads({ site, own }: Pick<SiteResult, 'site' | 'own'>, previous: PreviousBuild | undefined): string[] {
  const before = [previous?.reads, previous?.dataReads, previous?.filesRun?.reads];
  const reads = [...before, site.reads, site.dataReads, own.recorded?.reads, own.recorded?.dataReads];
  return [...new Set(reads.flatMap((read) => Object.keys(read?.files ?? {})))];
}
