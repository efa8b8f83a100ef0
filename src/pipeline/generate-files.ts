/** All files of a site that are not pages. */
import type { HostFile } from '../api/host.ts';
import type { RenderedSite, SiteResult } from '../cache/state.ts';
import { checkHosts } from '../check/check-hosts.ts';
import type { BuildResult } from '../core/build-result.ts';
import { waitForAll } from '../core/concurrency.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import { measureAssets } from '../hosts/file-sizes.ts';
import { generateHostFiles } from '../hosts/host-files.ts';
import { findChangedFiles, type ChangedFiles } from '../output/changed-files.ts';
import { compressFiles } from '../output/compress-files.ts';
import { generateSitemap } from '../output/sitemap.ts';
import { copyPublicFiles, writeAssets } from '../output/write-files.ts';
import { checkFolders } from '../project/check-outputs.ts';
import type { BuildContext } from './context.ts';

export interface GeneratedFiles {
  readonly changed: ChangedFiles;
  /** Assets with hashed names, from `out`. */
  readonly hashed: readonly string[];
  /** Every file that is not a page, from `out`. */
  readonly all: readonly string[];
  readonly sizes: Pick<BuildResult['sizes'], 'css' | 'js'>;
  /** Settings for hosts that are not part of the site. */
  readonly hostSettings: readonly HostFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Generates sitemap, robots.txt and files for hosts; writes these, the bundles and public files to the staging folder,
 * unless `out` has them already.
 *
 * @param canWrite false when two files have the same name
 */
export async function generateFiles(
  { project, compiled, config, previous, staging }: BuildContext,
  { site, islands, own }: SiteResult,
  canWrite: boolean,
): Promise<GeneratedFiles> {
  const { root, out } = config;
  const { publicFiles, ownFiles } = project;
  const hashed = [...compiled.server.assets, ...islands.assets, ...compiled.styles.assets];
  const generated = [
    ...hashed,
    ...compiled.icons.assets,
    ...generateSitemap(config, site.pages, ownFiles),
    ...own.assets,
  ];
  const all = [...publicFiles, ...generated.map(({ output }) => output)];
  const forHosts = generateHostFiles(config, site.pages, ownFiles);
  const clashes = checkFolders(
    site.pages.map(({ route }) => route),
    [...generated, ...forHosts.assets].map(({ output }) => output),
  );
  const diagnostics = [...checkHosts({ config, pages: site.pages, otherFiles: all, assets: generated }), ...clashes];
  // A page that redirects must not replace another one; the build has failed anyway.
  const hasClash = diagnostics.some(({ code }) => code === 'redirect-clash');
  const assets = hasClash ? generated : [...generated, ...forHosts.assets];
  const changed = findChangedFiles({ root, out, assets, publicFiles, published: previous?.files ?? {} });
  const writing =
    canWrite && clashes.length === 0
      ? [writeAssets(staging, changed.assets), copyPublicFiles(root, changed.publicFiles, staging)]
      : [];
  const [css, js] = await waitForAll([measureAssets(hashed, '.css'), measureAssets(hashed, '.js'), ...writing]);
  return {
    changed,
    hashed: hashed.map(({ output }) => output),
    all,
    sizes: { css, js },
    hostSettings: forHosts.beside,
    diagnostics,
  };
}

/** Writes compressed copies, as the config asks for. */
export async function compressSite(
  { config, previous, staging }: BuildContext,
  { pages }: RenderedSite,
  changed: ChangedFiles,
): Promise<ChangedFiles> {
  const { compress, out } = config;
  if (compress.length === 0) return changed;
  const contentKeys = [
    ...pages.map(({ route, rebuild }) => [route.output, rebuild.htmlHash] as const),
    ...Object.entries(changed.contentKeys),
    ...Object.entries(changed.kept).map(([output, { contentKey }]) => [output, contentKey] as const),
  ];
  const files = new Map(contentKeys);
  const copies = await compressFiles({ encodings: compress, files, staging, out, published: previous?.files ?? {} });
  return {
    ...changed,
    kept: { ...changed.kept, ...copies.kept },
    contentKeys: { ...changed.contentKeys, ...copies.contentKeys },
  };
}
