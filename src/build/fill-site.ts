/** Adds outputs to the table of a site. */
import type { HostFile } from '../api/host.ts';
import { compressFiles } from '../generate/compress-files.ts';
import { encodePictures, type EncodePictures } from '../generate/encode-pictures.ts';
import { generateLlmsTxt } from '../generate/llms-txt.ts';
import { generateSitemap } from '../generate/sitemap.ts';
import { generateHostFiles } from '../hosts/host-files.ts';
import { writeAssets, type Target } from '../publish/write-files.ts';
import type { SiteFiles } from '../render/call-file-functions.ts';
import { addUsedAssets } from '../render/render-site.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Compiled, Config, GeneratedAsset } from '../shared/model.ts';
import { statePaths } from '../shared/paths.ts';
import type { UsedPicture } from '../shared/pictures.ts';
import { isLinkable, toOutput, type OutputKind } from '../site/output.ts';
import type { Site } from '../site/site.ts';

/** Adds the results of compiling: bundles, imported files and icons. */
export function addCompiled(site: Site, { server, islands, styles, icons }: Compiled): void {
  for (const asset of [...server.assets, ...islands.assets, ...styles.assets]) site.add(toOutput(asset));
  addAll(site, 'generated', icons.assets);
}

/** Adds the files that file functions generated, and the assets that the HTML of entries in these files refers to. */
export function addSiteFiles(site: Site, { outputs, finds }: SiteFiles): void {
  for (const output of outputs) site.add(output);
  addUsedAssets(site, finds);
}

/** Adds the files that sitegen generates from all pages. @returns settings for hosts that are not part of the site */
export function addGenerated(site: Site, config: Config): readonly HostFile[] {
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

export interface AddPictures {
  readonly site: Site;
  readonly config: Config;
  readonly target: Target;
  readonly pictures: readonly UsedPicture[];
  readonly onProgress: EncodePictures['onProgress'];
  readonly signal: AbortSignal | undefined;
}

/** Encodes and adds the files of pictures. @returns problems with photographs */
export async function addPictures({ site, config, ...input }: AddPictures): Promise<readonly Diagnostic[]> {
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
