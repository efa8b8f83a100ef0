import { readFileSync } from 'node:fs';
import path from 'node:path';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import type { IslandFile, Project, ServerBundle } from '../shared/model.ts';

const ISLANDS = 'templates/islands/';

/** `export const Menu = island('menu', …)` */
const NAMED = /^export\s+const\s+([\w$]+)\s*(?::[^=\n]*)?=\s*island\s*(?:<[^()]*>)?\(\s*(['"`])(.*?)\2/gm;

/** `export default …`, `export { Counter as default }` */
const HAS_DEFAULT = /^export\s+default\b|\bas\s+default\b/m;

const MENTIONS_ISLAND = /\bisland\s*[(<]/;

/**
 * Finds the islands in the text of their files, so that the scripts can be bundled before any of them runs. A
 * worker loads the files later, and reports what differs: see `render/worker/page-worker.ts`.
 *
 * @param root absolute
 * @param templates the files in `templates`, from the root
 */
export function findIslands(root: string, templates: readonly string[]): IslandFile[] {
  const sources = templates.filter((file) => file.startsWith(ISLANDS) && /\.[jt]sx$/.test(file));
  return sources.flatMap((source) => islandsIn(source, readFileSync(path.join(root, source), 'utf8')));
}

function islandsIn(source: string, text: string): IslandFile[] {
  const file = source.slice(ISLANDS.length).replace(/\.[jt]sx$/, '');
  // A folder may also contain parts of islands.
  if (file.includes('/') && !MENTIONS_ISLAND.test(text)) return [];
  const named = [...text.matchAll(NAMED)].map(([, exported = '', , name = '']) => ({ name, source, exported }));
  const isDefault = named.length === 0 || HAS_DEFAULT.test(text);
  return [...(isDefault ? [{ name: file, source, exported: 'default' }] : []), ...named];
}

export function checkIslandNames(islands: readonly IslandFile[]): Diagnostic[] {
  return islands.flatMap(({ name, source }, index) => {
    const report = (message: string, hint: string) => error('island-name', message, { place: { file: source }, hint });
    if (!/^[\w-]+(\/[\w-]+)*$/.test(name)) {
      const message = `"${name}" is not a valid island name: only letters a-z, digits, "-" and "_" are allowed.`;
      return report(message, 'rename the file, or the island');
    }
    const other = islands.findIndex((island) => island.name === name);
    if (other === index) return [];
    return report(`${islands[other]?.source} has an island "${name}", too.`, 'give each island a name of its own');
  });
}

/** @returns the islands that these page files, their layouts, the shell, the components of Markdown or an MDX file import */
export function importedIslands(
  { shell = '', markdown = '', islands }: Pick<Project, 'shell' | 'markdown' | 'islands'>,
  { graph, mdx }: Pick<ServerBundle, 'graph' | 'mdx'>,
  pages: readonly string[],
): readonly IslandFile[] {
  const imported = new Set([shell, markdown, ...pages, ...mdx].flatMap((source) => graph.get(source)?.files ?? []));
  return islands.filter(({ source }) => imported.has(source));
}

/**
 * Checks that a file exports the islands that its text announces.
 *
 * @param found the names of islands, by export; `undefined` for an export that is not an island
 */
export function describeIslands(
  source: string,
  expected: readonly IslandFile[],
  found: ReadonlyMap<string, string | undefined>,
): Diagnostic[] {
  const report = (message: string, hint: string) => error('island-name', message, { place: { file: source }, hint });
  const wrong = expected.flatMap(({ name, exported }) => {
    const actual = found.get(exported);
    if (actual === name) return [];
    if (exported !== 'default')
      return report(`\`${exported}\` is not the island "${name}".`, 'export the island itself');
    const message =
      actual === undefined
        ? 'The default export of the file is not an island.'
        : `The file names its island "${actual}", but the name must be that of the file: "${name}".`;
    return report(message, `write export default island('${name}', …);`);
  });
  const unannounced = [...found].filter(
    ([exported, name]) => name !== undefined && !expected.some((island) => island.exported === exported),
  );
  return [
    ...wrong,
    ...unannounced.map(([exported, name]) => {
      const message = `The file exports the island "${name}" in a way that cannot be analysed.`;
      return report(message, `write export const ${exported} = island('${name}', …);`);
    }),
  ];
}
