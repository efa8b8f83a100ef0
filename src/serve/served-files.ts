import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Host } from '../api/host.ts';
import { writeAssets } from '../publish/write-files.ts';
import { move } from '../shared/files.ts';
import type { Asset } from '../shared/model.ts';
import { createFolder, createTempFolder, removeFolder } from '../shared/temp-folders.ts';
import { findFile } from './find-file.ts';
import { openDescriptor, openFile, type OpenedFile } from './open-file.ts';

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
  /** Assets appear whole: a page of an earlier server may request one at any time. */
  readonly storeAssets: (assets: readonly Asset[]) => Promise<void>;
  /** @returns the folder of a file that does not depend on the current version. @param file from `out` */
  readonly findStatic: (file: string) => string | undefined;
  /** @param place the folder. @returns `undefined` if the file is gone */
  readonly open: (place: string, file: string, request: IncomingMessage) => OpenedFile | undefined;
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
  return {
    folders,
    storeAssets: async (assets) => {
      // A name has the hash of its contents, and most assets are those of the last version.
      const added = assets.filter(({ output }) => findFile(folders.assets, output) === undefined);
      if (added.length === 0) return;
      await createFolder(folder); // in case the user has removed it
      const staging = await createTempFolder(folder, 'assets');
      try {
        // Pages and the stylesheet may use the same file.
        for (const output of new Set(await writeAssets({ staging, out: undefined }, added))) {
          await createFolder(path.dirname(path.join(folders.assets, output)));
          move(path.join(staging, output), path.join(folders.assets, output));
        }
      } finally {
        await removeFolder(staging);
      }
    },
    findStatic: (file) => [folders.assets, folders.public].find((place) => findFile(place, file) !== undefined),
    // The reload client is added to pages, so these are not compressed.
    open: (place, file, request) =>
      file.endsWith('.html') ? openDescriptor(place, file) : openFile(place, file, request, as),
  };
}
