import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Host } from '../api/host.ts';
import { writeAssets } from '../publish/write-files.ts';
import type { Asset } from '../shared/model.ts';
import { findFile } from './find-file.ts';
import { createFileOpener, openDescriptor, type OpenedFile } from './open-file.ts';

/** Files on the disk, in the folders that a preview serves them from. */
export interface ServedFiles {
  /** Folders, absolute. */
  readonly folders: {
    /** Hashed assets of all versions: an open page may still request those of an earlier one. */
    readonly assets: string;
    /** `public` of the project. */
    readonly public: string;
    /** The site as it was checked last. */
    readonly checked: string;
  };
  readonly storeAssets: (assets: readonly Asset[]) => Promise<unknown>;
  /** @returns the folder of a file that does not depend on how the sources compile now. @param file from `out` */
  readonly findStatic: (file: string) => string | undefined;
  /** @param place the folder. @returns `undefined` if the file is gone */
  readonly open: (place: string, file: string, request: IncomingMessage) => Promise<OpenedFile | undefined>;
}

/**
 * @param root of the project, absolute
 * @param folder for everything that is not in `public`, absolute
 */
export function createServedFiles(root: string, folder: string, as: Host | undefined): ServedFiles {
  const folders = {
    assets: path.join(folder, 'served'),
    public: path.join(root, 'public'),
    checked: path.join(folder, 'checked'),
  };
  const openers = Object.fromEntries(Object.values(folders).map((place) => [place, createFileOpener(place, as)]));
  return {
    folders,
    storeAssets: (assets) => writeAssets({ staging: folders.assets, out: folders.assets }, assets),
    findStatic: (file) => [folders.assets, folders.public].find((place) => findFile(place, file) !== undefined),
    // The reload client is added to pages, so these are not compressed.
    open: async (place, file, request) =>
      file.endsWith('.html') ? openDescriptor(place, file) : openers[place]?.(file, request),
  };
}
