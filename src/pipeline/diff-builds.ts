import type { Changes } from '../core/build-result.ts';
import { ageAssets, type AssetHistory } from '../output/asset-retention.ts';
import type { ChangedFiles } from '../output/changed-files.ts';
import type { Publication } from '../output/publish.ts';
import type { AssetAges, PreviousBuild, RenderedSite } from '../cache/state.ts';

/** What is other than after the last build: as addresses, and as files to be put into `out` or taken away. */
export function findChanges(
  site: RenderedSite,
  files: ChangedFiles,
  previous: PreviousBuild | undefined,
  history: AssetHistory,
): { addresses: Changes; publication: Publication; assetAges: AssetAges } {
  const added: string[] = [];
  const changed: string[] = [];
  for (const { route, rebuild } of site.pages) {
    const before = previous?.pages.get(route.path);
    if (before === undefined) added.push(route.path);
    else if (before.rebuild.htmlHash !== rebuild.htmlHash) changed.push(route.path);
  }
  for (const output of Object.keys(files.contents)) {
    (previous?.files[output] === undefined ? added : changed).push(`/${output}`);
  }
  const written = new Set([...site.written, ...Object.keys(files.contents)]);
  const cards = site.pages.flatMap(({ card }) => card ?? []);
  const now = new Set([
    ...site.pages.map(({ route }) => route.output),
    ...cards,
    ...written,
    ...Object.keys(files.kept),
  ]);
  const lastPages = [...(previous?.pages.values() ?? [])];
  const lastCards = lastPages.flatMap(({ card }) => card ?? []);
  const lastFiles = [...Object.keys(previous?.files ?? {}), ...lastCards];
  const removedPages = lastPages.filter(({ route }) => !now.has(route.output)).map(({ route }) => route);
  const removedFiles = [...new Set(lastFiles)].filter((output) => !now.has(output));
  const removed = [...removedPages.map((route) => route.path), ...removedFiles.map((output) => `/${output}`)];
  const isSame = added.length + changed.length + removed.length === 0;
  const assetAges = ageAssets(history, now, isSame);
  const former = Object.keys(assetAges).filter((output) => !now.has(output));
  const gone = new Set([...removedFiles, ...Object.keys(history.ages)]);
  return {
    addresses: { added: added.toSorted(), changed: changed.toSorted(), removed: removed.toSorted() },
    publication: {
      changed: [...written],
      kept: [...[...now].filter((output) => !written.has(output)), ...former],
      removed: [
        ...removedPages.map((route) => route.output),
        ...[...gone].filter((output) => !now.has(output) && assetAges[output] === undefined),
      ],
    },
    assetAges,
  };
}
