import type { ReactElement } from 'react';
import type { Asset } from '../shared/model.ts';
import type { EntryFiles } from '../shared/page-tasks.ts';
import { uniquePictures, type UsedPicture } from '../shared/pictures.ts';
import { contentSetup } from './content-setup.ts';

/** Files to publish because HTML of entries refers to them, wherever it is used. Owned by the worker thread. */
const assets = new Map<string, Asset>();
let pictures: readonly UsedPicture[] = [];

/**
 * Renders an entry by itself: for a feed, for example. Problems are reported where a page renders it.
 *
 * @param file from the root
 */
export async function renderEntry(file: string, content: () => ReactElement): Promise<string> {
  // An async component may call this while React renders its page, and React renders one thing at a time.
  await Promise.resolve();
  const { html, record } = await contentSetup().renderAlone(content());
  for (const asset of record.content.flatMap((used) => used.assets)) assets.set(asset.output, asset);
  const used = record.pictures?.used.map((picture) => ({ ...picture, page: file })) ?? [];
  if (used.length > 0) pictures = uniquePictures([...pictures, ...used]);
  return html;
}

/** The files that this worker has rendered entries with. */
export function filesOfEntries(): EntryFiles {
  return { assets: [...assets.values()], pictures };
}
