import type { ReactElement } from 'react';
import type { Asset } from '../../shared/model.ts';
import type { EntryFiles } from '../../shared/page-tasks.ts';
import { uniquePictures, type UsedPicture } from '../../shared/pictures.ts';
import { contentSetup } from '../content-setup.ts';

/**
 * Files to publish because the HTML of entries refers to them, wherever it is used. Not reported yet. Owned by the worker
 * thread.
 */
const assets = new Map<string, Asset>();
const pictures: UsedPicture[] = [];

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
  for (const picture of record.pictures?.used ?? []) pictures.push({ ...picture, page: file });
  return html;
}

/** @returns the files of entries that this worker has rendered since this was last called */
export function takeFilesOfEntries(): EntryFiles {
  const taken = { assets: [...assets.values()], pictures: uniquePictures(pictures) };
  assets.clear();
  pictures.length = 0;
  return taken;
}
