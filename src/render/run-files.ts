/** Functions in `templates/files`, which generate files from what is known about the pages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lookUp } from '../api/records.ts';
import { isSetting } from '../cache/hash-input.ts';
import { findChangedRead } from '../cache/recorded-reads.ts';
import { hashOfSources } from '../cache/source-hashes.ts';
import type { FilesRun, RenderedSite } from '../cache/state.ts';
import { statIfExists } from '../core/files.ts';
import { hashOf } from '../core/hash.ts';
import type { Asset } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import { callFileFunctions } from './call-file-functions.ts';
import type { RenderSite } from './render-site.ts';

const NOTHING: FilesRun = { key: '', assets: [], diagnostics: [] };

/**
 * Generates the site's own files. All functions run again when anything that one of them depends on has changed: they may
 * share modules that keep what they have read.
 */
export async function runFiles(input: RenderSite, site: RenderedSite): Promise<FilesRun> {
  const { project, compiled } = input;
  const rendered = new Set(site.pages.map(({ route }) => route.path));
  // Without a page that failed, they would be wrong, and errors of their functions misleading.
  const isComplete = site.problems.every(({ route }) => rendered.has(route.path));
  if (project.files.length === 0 || compiled.server.modules.size === 0 || !isComplete) return NOTHING;
  const key = hashInputs(input, site.pages);
  const assets = findUpToDate(input, key);
  if (assets !== undefined) return { key, assets, diagnostics: [] };
  return { key, ...(await callFileFunctions(input, site.pages)) };
}

/** Covers code and pages, but not what is read. */
function hashInputs({ project, compiled }: RenderSite, pages: readonly PageFacts[]): string {
  const { server, sourceHashes, config } = compiled;
  const { site, base, trailingSlash, assetPrefix } = config;
  const code = project.files.flatMap(({ source }) => server.graph.get(source)?.files ?? []);
  const settings = Object.keys(sourceHashes).filter(isSetting);
  return hashOf(
    JSON.stringify({ site, base, trailingSlash, assetPrefix, files: project.files }),
    hashOfSources(sourceHashes, [...new Set([...code, ...settings])]),
    ...pages.map(({ route, noindex, meta }) => JSON.stringify([route.path, route.source, noindex, meta])),
  );
}

/** @returns what the previous build published, if it is intact and would be the same now */
function findUpToDate({ project, compiled, previous }: RenderSite, key: string): readonly Asset[] | undefined {
  const last = previous?.filesRun;
  if (previous === undefined || last?.key !== key || last.isImpure || compiled.server.unknownImports.length > 0)
    return undefined;
  if (findChangedRead({ key: previous.key, reads: last.reads }) !== '') return undefined;
  const assets = project.files.flatMap(({ output }): Asset[] => {
    const file = path.join(compiled.config.out, output);
    if (statIfExists(file)?.isFile() !== true) return [];
    const contents = readFileSync(file);
    return lookUp(previous.files, output)?.contentKey === hashOf(contents) ? [{ output, contents }] : [];
  });
  return assets.length === project.files.length ? assets : undefined;
}
