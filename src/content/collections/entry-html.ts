import type { ReactElement } from 'react';
import type { EntryFiles } from '../../shared/page-tasks.ts';
import { uniquePictures } from '../../shared/pictures.ts';
import { contentSetup, contentVersion } from '../content-setup.ts';

/**
 * Renders an entry by itself: for a feed, for example. Problems are reported where a page renders it.
 *
 * @param file from the root
 */
export async function renderEntry(file: string, content: () => ReactElement): Promise<string> {
  // An async component may call this while React renders its page, and React renders one thing at a time.
  await Promise.resolve();
  const { html, record } = await contentSetup().renderAlone(content());
  const { assets, pictures } = contentVersion();
  for (const asset of record.content.flatMap((used) => used.assets)) assets.set(asset.output, asset);
  for (const picture of record.pictures?.used ?? []) pictures.push({ ...picture, page: file });
  return html;
}

/** @returns the files of entries that this worker has rendered since this was last called */
export function takeFilesOfEntries(): EntryFiles {
  const version = contentVersion();
  const taken = { assets: [...version.assets.values()], pictures: uniquePictures(version.pictures) };
  version.assets.clear();
  version.pictures = [];
  return taken;
}
