/** Cache keys of pages: a page is rendered again when its key has changed. */
import { hashOf } from '../core/hash.ts';
import type { Project } from '../core/model.ts';
import type { RenderSetup } from '../core/page-tasks.ts';
import { isSetting } from './hash-input.ts';
import { hashOfSources } from './source-hashes.ts';
import type { Compiled } from './state.ts';

/** Covers what every page depends on: shell, card, config, stylesheet, icons, versions of packages. */
export function hashCommon({ server, sourceHashes }: Compiled, project: Project, setup: RenderSetup): string {
  const modules = [project.shell, project.card].flatMap((file) => server.graph.get(file ?? '')?.files ?? []);
  const settings = Object.keys(sourceHashes).filter(isSetting);
  const { site, base, trailingSlash, assetPrefix, runtime, icons, stylesheet, keepsMeta } = setup;
  return hashOf(
    hashOfSources(sourceHashes, [...modules, ...project.cardFonts, ...settings]),
    JSON.stringify({ site, base, trailingSlash, assetPrefix, runtime, icons, stylesheet, keepsMeta }),
  );
}

/** Covers what all pages of each page file depend on, from its path. Items of `paths` and data come on top. */
export function hashPageFiles(
  { server, sourceHashes }: Compiled,
  { pages }: Project,
  commonKey: string,
): Readonly<Record<string, string>> {
  const keys = pages.map(({ source }) => {
    return [source, hashOf(commonKey, hashOfSources(sourceHashes, server.graph.get(source)?.files ?? []))] as const;
  });
  return Object.fromEntries(keys);
}

/** Covers the scripts that pages with islands refer to. */
export function hashScripts({ script, preloads }: RenderSetup): string {
  return hashOf(JSON.stringify({ script, preloads }));
}
