/** Sass in runs of esbuild that read stylesheets: it sees the compiled CSS, and reports the places in the sources. */
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, Location, OnLoadResult, Plugin } from 'esbuild';
import { toPosix } from '../../shared/paths.ts';
import { toMessage } from '../esbuild-message.ts';
import { IS_SASS, fileOfInput } from '../module-graph.ts';
import { compileSass, type StylesConfig } from '../styles/compile-sass.ts';

export function sassStylesheets(config: StylesConfig): Plugin {
  return {
    name: 'sass-stylesheets',
    setup: (build) => {
      build.onLoad({ filter: IS_SASS, namespace: 'file' }, ({ path: file }) => loadSass(config, file, 'css'));
      // esbuild names the places in the CSS that it was given.
      build.onEnd(async ({ errors, warnings }) => {
        for (const message of [...errors, ...warnings]) {
          if (message.location !== null) message.location = await findOriginal(config, message.location);
        }
      });
    },
  };
}

/** @param file absolute */
export async function loadSass(config: StylesConfig, file: string, loader: Loader): Promise<OnLoadResult> {
  const { css, diagnostics } = await compileSass(config, file);
  if (css === undefined) return { errors: diagnostics.map(toMessage) };
  return { contents: css, loader, resolveDir: path.dirname(file) };
}

/** @returns the place in the source, unless it is given already */
async function findOriginal(config: StylesConfig, location: Location): Promise<Location> {
  const file = path.resolve(config.root, fileOfInput(location.file));
  if (!IS_SASS.test(file)) return location;
  const { css = '', map } = await compileSass(config, file);
  if (map === undefined || css.split('\n')[location.line - 1] !== location.lineText) return location;
  const entry = new SourceMap(map).findEntry(location.line - 1, location.column);
  if (!('originalSource' in entry)) return location;
  const { originalSource, originalLine, originalColumn } = entry;
  const source = fileURLToPath(originalSource);
  const lineText = (await readFile(source, 'utf8')).split(/\r?\n/)[originalLine] ?? '';
  const name = toPosix(path.relative(config.root, source));
  return { ...location, file: name, line: originalLine + 1, column: originalColumn, length: 0, lineText };
}
