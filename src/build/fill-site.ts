/** Adds outputs to the table of a site, and measures them. */
import path from 'node:path';
import type { HostFile } from '../api/host.ts';
import { compressFiles } from '../generate/compress-files.ts';
import { encodePictures, type EncodePictures } from '../generate/encode-pictures.ts';
import { generateLlmsTxt } from '../generate/llms-txt.ts';
import { generateSitemap } from '../generate/sitemap.ts';
import { addSizes, measureAssets, measureFile } from '../hosts/file-sizes.ts';
import { generateHostFiles } from '../hosts/host-files.ts';
import { writeAssets } from '../publish/write-files.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { BuildResult } from '../shared/build-result.ts';
import type { Asset, Compiled, Config, GeneratedAsset, Project, Target } from '../shared/model.ts';
import { statePaths } from '../shared/paths.ts';
import { isLinkable, toOutput, type OutputKind } from '../site/output.ts';
import type { Site } from '../site/site.ts';

/** Adds the results of compiling: bundles, imported files and icons. */
export function addCompiled(site: Site, { server, islands, styles, icons }: Compiled): void {
  for (const asset of [...server.assets, ...islands.assets, ...styles.assets]) site.add(toOutput(asset));
  addAll(site, 'generated', icons.assets);
}

/** Adds the files that sitegen generates from all pages. @returns settings for hosts that are not part of the site */
export function addGenerated(site: Site, config: Config): readonly Pick<HostFile, 'name' | 'text'>[] {
  const pages = site.pages();
  addAll(site, 'generated', [...generateSitemap(config, pages), ...generateLlmsTxt(config, pages)]);
  const { settings, redirects, beside } = generateHostFiles(config, pages);
  addAll(site, 'host', settings);
  // `check-hosts` reports redirects without room.
  addAll(
    site,
    'host',
    redirects.filter(({ output }) => site.hasRoomFor(output)),
  );
  return beside;
}

function addAll(site: Site, kind: OutputKind, assets: readonly GeneratedAsset[]): void {
  for (const asset of assets) site.add({ ...asset, kind });
}

/** Encodes and adds the files of pictures. @returns problems with photographs */
export async function addPictures(
  site: Site,
  config: Config,
  input: Pick<EncodePictures, 'target' | 'pictures' | 'onProgress' | 'signal'>,
): Promise<readonly Diagnostic[]> {
  const { root } = config;
  const contentsOf = (output: string) => {
    const contents = site.find(output)?.contents;
    return contents !== undefined && 'length' in contents ? contents : undefined;
  };
  const encoded = await encodePictures({ ...input, root, memo: statePaths(root).memo, contentsOf });
  const written = new Set(encoded.written);
  for (const output of encoded.files)
    site.add({ output, kind: 'asset', isRetained: true, isWritten: written.has(output) });
  return encoded.diagnostics;
}

/** Writes all outputs whose contents are known to the staging folder, unless `out` has the same bytes. */
export async function writeOutputs(site: Site, target: Target): Promise<void> {
  const files = site.list().flatMap(({ output, contents }) => (contents === undefined ? [] : [{ output, contents }]));
  for (const output of await writeAssets(target, files)) site.update(output, { isWritten: true });
}

/** Writes and adds the compressed copies that the config asks for. */
export async function addCopies(site: Site, { root, out, compress }: Config, target: Target): Promise<void> {
  const files = site.list().filter(isLinkable);
  const copies = await compressFiles({
    encodings: compress,
    files: files.map(({ output }) => output),
    target,
    published: out,
    memo: statePaths(root).memo,
  });
  for (const copy of copies) site.add({ ...copy, kind: 'copy' });
}

/** The most pages whose compressed sizes are measured: this takes longer than rendering them. */
const MEASURED_PAGES = 100;

/**
 * Measures the pages of a small site.
 *
 * @param published the folder of pages that have not changed, absolute
 */
export async function measurePages(
  site: Site,
  { pages }: Pick<Project, 'pages'>,
  { staging, published }: { readonly staging: string; readonly published: string },
): Promise<void> {
  if (pages.length > MEASURED_PAGES || pages.some(({ isParametric }) => isParametric)) return;
  await Promise.all(
    site.list().map(async ({ output, page, isWritten }) => {
      const size = page && (await measureFile(path.join(isWritten === true ? staging : published, output)));
      if (page !== undefined && size !== undefined) site.update(output, { page: { ...page, size } });
    }),
  );
}

/** The sizes of all pages, stylesheets and scripts. */
export async function measureSite(site: Site): Promise<BuildResult['sizes']> {
  const ofAssets = site.list().filter(({ kind }) => kind === 'asset');
  const assets = ofAssets.flatMap(({ output, contents }): Asset[] => {
    return contents !== undefined && 'length' in contents ? [{ output, contents }] : [];
  });
  const [css, js] = await Promise.all([measureAssets(assets, '.css'), measureAssets(assets, '.js')]);
  return { html: addSizes(site.pages().map(({ size }) => size)), css, js };
}
