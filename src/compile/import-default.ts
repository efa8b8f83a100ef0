import { pathToFileURL } from 'node:url';

/**
 * Imports a compiled file. The stacks of its errors show places in its sources.
 *
 * @param file absolute
 * @returns its default export
 */
export async function importDefault(file: string): Promise<unknown> {
  process.setSourceMapsEnabled(true);
  return ((await import(pathToFileURL(file).href)) as { readonly default?: unknown }).default;
}
