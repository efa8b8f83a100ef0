/** The addresses of files in collections that have been read, by file. Owned by the worker thread. */
const paths = new Map<string, string>();

export function rememberEntry(file: string, path: string | undefined): void {
  if (path !== undefined) paths.set(file, path);
}

export function findEntryPath(file: string): string | undefined {
  return paths.get(file);
}
