import { escapePath, glob } from 'tinyglobby';

export { escapePath };

/**
 * @param patterns from the root
 * @param exhaustive true if hidden files and those in `node_modules` match, too
 * @returns the files that match, from the root, sorted
 */
export async function findMatching(root: string, patterns: readonly string[], exhaustive = false): Promise<string[]> {
  const files = await glob([...patterns], {
    cwd: root,
    expandDirectories: false,
    dot: exhaustive,
    ignore: exhaustive ? [] : ['**/node_modules'],
  });
  return files.toSorted();
}
