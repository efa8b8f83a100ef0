import type { Changes } from '../result.ts';
import type { OtherFiles } from './other-files.ts';
import type { Publication } from './publish.ts';
import type { Last, RenderedSite } from './state.ts';

/** What is other than after the last build: as addresses, and as files to be put into `out` or taken away. */
export function findChanges(
  site: RenderedSite,
  files: OtherFiles,
  last: Last | undefined,
): { addresses: Changes; publication: Publication } {
  const added: string[] = [];
  const changed: string[] = [];
  for (const { route, made } of site.pages) {
    const before = last?.pages.get(route.path);
    if (before === undefined) added.push(route.path);
    else if (before.made.html !== made.html) changed.push(route.path);
  }
  for (const output of Object.keys(files.contents)) {
    (last?.last.files[output] === undefined ? added : changed).push(`/${output}`);
  }
  const written = new Set([...site.written, ...Object.keys(files.contents)]);
  const cards = site.pages.flatMap(({ card }) => card ?? []);
  const now = new Set([
    ...site.pages.map(({ route }) => route.output),
    ...cards,
    ...written,
    ...Object.keys(files.kept),
  ]);
  const lastPages = [...(last?.pages.values() ?? [])];
  const lastCards = lastPages.flatMap(({ card }) => card ?? []);
  const lastFiles = [...Object.keys(last?.last.files ?? {}), ...lastCards];
  const removedPages = lastPages.filter(({ route }) => !now.has(route.output)).map(({ route }) => route);
  const removedFiles = [...new Set(lastFiles)].filter((output) => !now.has(output));
  const removed = [...removedPages.map((route) => route.path), ...removedFiles.map((output) => `/${output}`)];
  return {
    addresses: { added: added.toSorted(), changed: changed.toSorted(), removed: removed.toSorted() },
    publication: {
      changed: [...written],
      kept: [...now].filter((output) => !written.has(output)),
      removed: [...removedPages.map((route) => route.output), ...removedFiles],
    },
  };
}
