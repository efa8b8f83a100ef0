/** All files of a site that are not pages. */
import type { HostFile } from '../api/host.ts';
import { checkHosts } from '../check/check-hosts.ts';
import type { BuildResult } from '../shared/build-result.ts';
import { waitForAll } from '../shared/concurrency.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Compiled, Config, Project } from '../shared/model.ts';
import { statePaths } from '../shared/paths.ts';
import { measureAssets } from '../hosts/file-sizes.ts';
import { generateHostFiles } from '../hosts/host-files.ts';
import { compressFiles } from '../generate/compress-files.ts';
import type { EncodedPictures } from '../generate/encode-pictures.ts';
import { generateLlmsTxt } from '../generate/llms-txt.ts';
import { generateSitemap } from '../generate/sitemap.ts';
import { copyPublicFiles, writeAssets, type Target } from '../publish/write-files.ts';
import { checkFolders, checkTexts } from '../project/check-outputs.ts';
import type { SiteFiles } from '../render/call-file-functions.ts';
import type { RenderedSite } from '../render/render-site.ts';

/** Paths are from `out`. */
export interface GeneratedFiles {
  /** Assets with hashed names. */
  readonly hashed: readonly string[];
  /** Every file that can be linked to. */
  readonly all: readonly string[];
  /** Every file, including those for hosts. */
  readonly published: readonly string[];
  /** Files in the staging folder: the new and changed ones. */
  readonly written: readonly string[];
  readonly sizes: Pick<BuildResult['sizes'], 'css' | 'js'>;
  /** Settings for hosts that are not part of the site. */
  readonly hostSettings: readonly HostFile[];
  readonly diagnostics: readonly Diagnostic[];
}

interface GenerateFiles extends Target {
  readonly project: Project;
  readonly compiled: Compiled;
}

/** Files that earlier steps have generated. */
interface Generated {
  readonly site: RenderedSite;
  readonly siteFiles: SiteFiles;
  readonly pictures: EncodedPictures;
}

/**
 * Generates sitemap, robots.txt and files for hosts; writes these, the bundles and public files to the staging folder, unless
 * `out` has the same bytes.
 *
 * @param canWrite false when two files have the same name
 */
export async function generateFiles(
  { project, compiled, staging, out }: GenerateFiles,
  { site, siteFiles, pictures }: Generated,
  canWrite: boolean,
): Promise<GeneratedFiles> {
  const { config, server, islands, styles, icons } = compiled;
  const { publicFiles, ownFiles } = project;
  const compiledAssets = [...server.assets, ...islands.assets, ...styles.assets];
  const imported = new Set(compiledAssets.map(({ output }) => output));
  const hashed = [...compiledAssets, ...site.assets.filter(({ output }) => !imported.has(output))];
  const generated = [
    ...hashed,
    ...icons.assets,
    ...generateSitemap(config, site.pages, ownFiles),
    ...generateLlmsTxt(config, site.pages, ownFiles),
    ...siteFiles.assets,
  ];
  const texts = site.pages.flatMap(({ text }) => text?.output ?? []);
  const all = [...publicFiles, ...generated.map(({ output }) => output), ...pictures.files, ...texts];
  const forHosts = generateHostFiles(config, site.pages, ownFiles);
  const folders = checkFolders(
    site.pages.map(({ route }) => route),
    [...generated, ...forHosts.assets].map(({ output }) => output).concat(pictures.files, texts),
  );
  const clashes = [...folders, ...checkTexts(site.pages, project)];
  const diagnostics = [...checkHosts({ config, pages: site.pages, publicFiles, assets: generated }), ...clashes];
  // A page that redirects must not replace another one; the build has failed anyway.
  const hasClash = diagnostics.some(({ code }) => code === 'redirect-clash');
  const assets = hasClash ? generated : [...generated, ...forHosts.assets];
  const isWritable = canWrite && clashes.length === 0;
  const target = { staging, out };
  const [css, js, written, copied] = await waitForAll([
    measureAssets(hashed, '.css'),
    measureAssets(hashed, '.js'),
    isWritable ? writeAssets(target, assets) : [],
    isWritable ? copyPublicFiles(target, config.root, publicFiles) : [],
  ]);
  return {
    hashed: [...hashed.map(({ output }) => output), ...pictures.files],
    all,
    published: [...publicFiles, ...assets.map(({ output }) => output), ...pictures.files, ...texts],
    written: [...written, ...copied, ...pictures.written],
    sizes: { css, js },
    hostSettings: forHosts.beside,
    diagnostics: [...pictures.diagnostics, ...diagnostics],
  };
}

/** Writes the compressed copies that the config asks for. @param files of the site, from `out` */
export async function compressSite(
  { root, out, compress }: Config,
  target: Target,
  files: readonly string[],
): Promise<{ readonly all: readonly string[]; readonly written: readonly string[] }> {
  const { memo } = statePaths(root);
  return compressFiles({ encodings: compress, files, target, published: out, memo });
}
