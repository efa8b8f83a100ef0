/** Ids belong to a document: a page may render several. Their order in the tree decides, which is the same in every build. */
import type { PageRecord } from '../../islands/server/render-context.ts';
import { decode, decodePath, encodePath } from '../../shared/address.ts';
import { findEntryPath } from '../collections/entry-paths.ts';

interface RenderedDocument {
  /** From the root. */
  readonly file: string;
  /** Absent for pages, and for files that a module imports. */
  readonly slug: string | undefined;
  /** The ids of its headings. */
  readonly ids: readonly string[];
}

/** @param ids one of the document, or several with spaces between them. @returns what they are on the page */
export type NameId = (ids: string) => string;

/** @returns the ids of a document by which it differs from others: one that is taken gets a number, or a prefix */
export function freeIds(
  ids: Iterable<string>,
  isTaken: (name: string) => boolean,
  next = (_: string, id: string, number: number) => `${id}-${number}`,
): ReadonlyMap<string, string> {
  const own = new Set(ids);
  const names = new Map<string, string>();
  for (const id of own) {
    let name = id;
    for (let number = 1; isTaken(name) || (name !== id && own.has(name)); number += 1) name = next(name, id, number);
    own.add(name);
    names.set(id, name);
  }
  return names;
}

/** Stands for the ids of all footnotes of a document that a page may render several times. */
export const FOOTNOTES = 'user-content';

/**
 * Gives a document its ids on the page. Footnotes of an entry always have its slug; one of its headings only if an earlier
 * document has the same id. An entry on its own page keeps its ids, because other pages link to them. A document without a slug
 * is a page, which comes first and keeps them, too, or an imported part, which can be on a page several times.
 *
 * @param record of the page that renders it
 */
export function nameIds(record: PageRecord | undefined, { file, slug, ids }: RenderedDocument): NameId {
  const isOwnPage = record?.path !== undefined && decodePath(findEntryPath(file) ?? '') === record.path;
  const owners = record?.documents.ids ?? new Map<string, string>();
  const ofEntry = slug?.replace(/\s+/g, '-');
  const names =
    ofEntry === undefined
      ? freeIds([...ids, FOOTNOTES], (name) => owners.has(name))
      : freeIds(
          ids,
          (name) => !isOwnPage && (owners.get(name) ?? file) !== file,
          (name) => `${ofEntry}-${name}`,
        );
  for (const name of names.values()) owners.set(name, file);
  const [, number] = /-(\d+)$/.exec(names.get(FOOTNOTES) ?? '') ?? [];
  const prefix = ofEntry ?? (number && `part-${number}`);
  const nameOne = (id: string) => names.get(id) ?? (prefix === undefined ? id : nameFootnote(id, prefix));
  return (written) => written.replace(/\S+/g, nameOne);
}

/** `user-content-fn-1` -> `user-content-fn-hello-1` */
function nameFootnote(id: string, prefix: string): string {
  return id === 'footnote-label'
    ? `${id}-${prefix}`
    : id.replace(/^user-content-fn(?:ref)?-/, (start) => `${start}${prefix}-`);
}

/** @param href `#part`, which then leads to the heading of the same document; others stay */
export function nameLink(href: string, nameId: NameId): string {
  const id = href.startsWith('#') ? decode(href.slice(1)) : undefined;
  const name = id === undefined ? id : nameId(id);
  return name === undefined || name === id ? href : `#${encodePath(name)}`;
}
