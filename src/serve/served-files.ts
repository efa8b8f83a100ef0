/** The folders that a preview serves files from. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import sirv from 'sirv';
import { mediaTypeOf } from '../hosts/file-metadata.ts';
import { writeAssets } from '../publish/write-files.ts';
import { move } from '../shared/files.ts';
import type { Asset } from '../shared/model.ts';
import { createFolder, createTempFolder, removeFolder } from '../shared/temp-folders.ts';
import { findFile, type ServedFile } from './send-file.ts';

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
  /** Finds a file that does not depend on the current version. @param name from `out` */
  readonly findStatic: (name: string) => ServedFile | undefined;
  /** Sends a hashed asset. @returns false if there is none */
  readonly sendAsset: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/**
 * @param root of the project, absolute
 * @param folder for everything that is not in `public`, absolute
 */
export function createServedFiles(root: string, folder: string): ServedFiles {
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
    findStatic: (name) =>
      [folders.assets, folders.public]
        .map((place) => ({ folder: place, name }))
        .find((file) => findFile(file.folder, name) !== undefined),
    sendAsset: createAssetSender(folders.assets),
  };
}

/** sirv announces the size that a file had before it was opened, so every file must appear whole, and never change. */
function createAssetSender(folder: string): ServedFiles['sendAsset'] {
  // `dev` looks for files at each request, because versions add files.
  const send = sirv(folder, { dev: true, extensions: [], setHeaders: prepare });
  return (request, response) => {
    // Some ranges end the process, and most names with other characters are not found: sirv 3.0.2.
    const isPlain = request.headers.range === undefined && /^\/assets\/[\w.-]+$/.test(request.url ?? '');
    if (isPlain) send(request, response, () => {});
    return response.headersSent;
  };
}

/** sirv neither handles errors while it reads a file, which would end the process, nor closes it if the client is gone. */
function prepare(response: ServerResponse, pathname: string): void {
  response.setHeader('Content-Type', mediaTypeOf(pathname));
  response.once('pipe', (source: Readable) => {
    source.once('error', () => response.destroy());
    response.once('close', () => source.destroy());
  });
}
