import { contentError } from '../content/content-problem.ts';
import { folderOf } from '../content/collection-files.ts';
import { readCollections, rememberCollection } from '../content/entry-paths.ts';
import { readCollection, type CollectionFiles } from '../content/read-collection.ts';
import type { Collection, CollectionOptions, Entry, OutputOf, StandardSchema } from './content.ts';

/**
 * The Markdown files that match a pattern, with typed front matter. Call it at the top level of a module; `all` and `get` can be
 * called wherever code runs in a build: in `paths`, in `load`, in an async component, in `templates/files`.
 *
 * @example
 * export const posts = collection('content/posts/*.md', {
 *   schema: v.object({ title: v.string(), tags: v.optional(v.array(v.string()), []) }),
 *   path: ({ slug }) => href('/blog/[slug]', { slug }),
 * });
 *
 * @param pattern from the project's root; `../content/*.md` is outside. `*` matches within a folder, `**` also folders
 */
export function collection<Schema extends StandardSchema, Path extends string | undefined = undefined>(
  pattern: string,
  options: CollectionOptions<Schema, Path>,
): Collection<OutputOf<Schema>, Path> {
  type Files = ReadonlyMap<string, Entry<OutputOf<Schema>, Path>>;
  let reading: Promise<CollectionFiles> | undefined;
  const read = (): Promise<CollectionFiles> => (reading ??= readCollection(pattern, options));
  const readValid = async () => {
    const { entries, unpublished, mistakes } = await read();
    if (mistakes.length > 0) throw contentError(await readCollections());
    return { entries: entries as Files, unpublished };
  };
  rememberCollection({ pattern, folder: folderOf(pattern), read });
  return {
    all: async () => [...(await readValid()).entries.values()],
    get: async (slug) => {
      const { entries, unpublished } = await readValid();
      const found = entries.get(slug);
      if (found !== undefined) return found;
      const reason = unpublished.get(slug);
      if (reason !== undefined) throw new Error(`The file "${slug}" of the collection "${pattern}" ${reason}.`);
      throw new Error(`No file of the collection "${pattern}" has the slug "${slug}".`);
    },
  };
}
