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
        const find = createFinder(config);
        for (const message of [...errors, ...warnings]) {
          if (message.location !== null) message.location = await find(message.location);
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

/** @returns a function that finds the place in the source, unless it is given already */
function createFinder(config: StylesConfig): (location: Location) => Promise<Location> {
  const maps = new Map<string, Promise<{ readonly lines: readonly string[]; readonly map?: SourceMap }>>();
  const sources = new Map<string, Promise<readonly string[]>>();
  const readMap = async (file: string) => {
    const { css = '', map } = await compileSass(config, file);
    return { lines: css.split('\n'), ...(map && { map: new SourceMap(map) }) };
  };
  const readLines = async (file: string) => (await readFile(file, 'utf8')).split(/\r?\n/);
  return async (location) => {
    const file = path.resolve(config.root, fileOfInput(location.file));
    if (!IS_SASS.test(file)) return location;
    const { lines, map } = await once(maps, file, readMap);
    if (map === undefined || lines[location.line - 1] !== location.lineText) return location;
    const entry = map.findEntry(location.line - 1, location.column);
    if (!('originalSource' in entry)) return location;
    const { originalSource, originalLine: line, originalColumn: column } = entry;
    const source = fileURLToPath(originalSource);
    const lineText = (await once(sources, source, readLines))[line] ?? '';
    return {
      ...location,
      file: toPosix(path.relative(config.root, source)),
      line: line + 1,
      column,
      length: 0,
      lineText,
    };
  };
}

/** There may be any number of problems in one file. */
function once<Value>(
  known: Map<string, Promise<Value>>,
  file: string,
  read: (file: string) => Promise<Value>,
): Promise<Value> {
  const reading = known.get(file) ?? read(file);
  known.set(file, reading);
  return reading;
}
