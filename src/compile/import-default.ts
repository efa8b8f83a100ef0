import { pathToFileURL } from 'node:url';

/**
 * Imports a compiled file. The stack traces of its errors point at its sources.
 *
 * @param file absolute
 * @returns its default export
 */
export async function importDefault(file: string): Promise<unknown> {
  process.setSourceMapsEnabled(true);
  return ((await import(pathToFileURL(file).href)) as { readonly default?: unknown }).default;
}
