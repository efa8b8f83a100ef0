/** All files of a site that are no pages. */
import { type Diagnostic, hasErrors } from '../core/diagnostics.ts';
import type { BuildResult } from '../core/build-result.ts';
import type { HostFile } from '../api/host.ts';
import { checkHosts } from '../check/check-hosts.ts';
import { compressFiles } from '../output/compress-files.ts';
import { generateHostFiles } from '../hosts/host-files.ts';
import type { Making } from './context.ts';
import { measureAssets } from '../hosts/file-sizes.ts';
import { findChangedFiles, type ChangedFiles } from '../output/changed-files.ts';
import { generateSitemap } from '../output/sitemap.ts';
import type { RenderResult, RenderedSite } from '../cache/state.ts';
import { copyPublicFiles, writeAssets } from '../output/staging.ts';

export interface GeneratedFiles {
  readonly files: ChangedFiles;
  /** From `out`: those with hashed names, and all that pages may name. */
  readonly hashed: readonly string[];
  readonly otherFiles: readonly string[];
  readonly sizes: Pick<BuildResult['sizes'], 'css' | 'js'>;
  /** For whoever sets a host up. */
  readonly beside: readonly HostFile[];
  readonly hostProblems: readonly Diagnostic[];
}

/** Makes them, and writes those that are new into the staging folder. */
export async function generateFiles(
  { found, compiled, previous, staging }: Making,
  made: RenderResult,
): Promise<GeneratedFiles> {
  const { project, diagnostics } = found;
  const { config, server, styles, icons } = compiled;
  const { site, islands } = made;
  const hashed = [...server.assets, ...islands.assets, ...styles.assets];
  const own = [...hashed, ...icons.assets, ...generateSitemap(config, site.pages, project.publicFiles)];
  const otherFiles = [...project.publicFiles, ...own.map(({ output }) => output)];
  const hostProblems = checkHosts({ config, pages: site.pages, otherFiles, assets: own });
  const forHosts = generateHostFiles(config, site.pages, project.publicFiles);
  const assets = hasErrors(hostProblems) ? own : [...own, ...forHosts.assets];
  const files = findChangedFiles(config.root, assets, project, previous?.files ?? {}, config.out);
  // With a clash of names there is nothing to write, and no page to publish.
  const writing = hasErrors(diagnostics)
    ? []
    : [writeAssets(staging, files.assets), copyPublicFiles(config.root, files.publicFiles, staging)];
  const [css, js] = await Promise.all([measureAssets(assets, '.css'), measureAssets(assets, '.js'), ...writing]);
  const { beside } = forHosts;
  return { files, hashed: hashed.map(({ output }) => output), otherFiles, sizes: { css, js }, beside, hostProblems };
}

/** Writes what the config wants compressed. */
export async function compressSite(
  { compiled, staging, previous }: Making,
  { pages }: RenderedSite,
  files: ChangedFiles,
): Promise<ChangedFiles> {
  const { compress, out } = compiled.config;
  if (compress.length === 0) return files;
  const names = [
    ...pages.map(({ route, rebuild }) => [route.output, rebuild.htmlHash] as const),
    ...Object.entries(files.contents),
    ...Object.entries(files.kept).map(([output, { contents }]) => [output, contents] as const),
  ];
  const compressed = await compressFiles({
    encodings: compress,
    files: new Map(names),
    staging,
    out,
    last: previous?.files ?? {},
  });
  const { kept, contents } = compressed;
  return { ...files, kept: { ...files.kept, ...kept }, contents: { ...files.contents, ...contents } };
}
