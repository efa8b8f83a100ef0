import path from 'node:path';
import { addSizes, measureAssets, measureFile } from '../hosts/file-sizes.ts';
import type { BuildResult } from '../shared/build-result.ts';
import type { Asset, Project } from '../shared/model.ts';
import type { Site } from '../site/site.ts';

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
