import type { Project } from '../core/model.ts';
import type { RenderSetup } from '../core/page-tasks.ts';
import { hashOf } from '../core/hash.ts';
import { hashOfSources, isSetting } from './source-hashes.ts';
import type { Compiled } from './state.ts';

/** Stands for all that every page is made from: shell, card, config, stylesheet, icons, versions of packages. */
export function commonKey({ server, sourceHashes }: Compiled, project: Project, setup: RenderSetup): string {
  const modules = [project.shell, project.card].flatMap((file) => server.graph.get(file ?? '')?.files ?? []);
  const settings = Object.keys(sourceHashes).filter(isSetting);
  const { site, base, assetPrefix, runtime, icons, stylesheet } = setup;
  return hashOf(
    hashOfSources(sourceHashes, [...modules, ...project.cardFonts, ...settings]),
    JSON.stringify({ site, base, assetPrefix, runtime, icons, stylesheet }),
  );
}

/** Stands for all that the pages of one file are made from, besides what is common to all. */
export function pageFileKey({ server, sourceHashes }: Compiled, source: string): string {
  return hashOfSources(sourceHashes, server.graph.get(source)?.files ?? []);
}

/** Stands for what pages with islands name in their head. */
export function scriptsKey({ script, preloads }: RenderSetup): string {
  return hashOf(JSON.stringify({ script, preloads }));
}
