import type { PageFile } from '../shared/model.ts';
import { readIfExists, writeAtomically } from '../shared/files.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import { statePaths } from '../shared/paths.ts';

/** The text of `.sitegen/routes.d.ts`, which declares the site's addresses for `href`. */
export function routeTypes(pages: readonly PageFile[]): string {
  const patterns = pages
    .filter(({ pattern }) => !isErrorPage(pattern))
    .map(({ pattern }) => toStringLiteral(pattern === '/' ? pattern : pattern.replace(/\/$/, '')));
  // Two files for one address are reported elsewhere; a repeated key would be a further error.
  const lines = [...new Set(patterns)].map((pattern) => `    ${pattern}: Params<${pattern}>;\n`);
  return `// Written by each build. The addresses of this site, for \`href\`.
import type { Params } from 'sitegen';

declare module 'sitegen' {
  interface Routes {
${lines.join('')}  }
}
`;
}

/**
 * Writes `.sitegen/routes.d.ts` only if it has changed, so that editors and watchers do not react needlessly.
 *
 * @param root absolute
 */
export async function writeRouteTypes(root: string, pages: readonly PageFile[]): Promise<void> {
  const file = statePaths(root).routeTypes;
  const text = routeTypes(pages);
  if ((await readIfExists(file)) !== text) await writeAtomically(file, text);
}

function toStringLiteral(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll("'", String.raw`\'`)}'`;
}
