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

/**
 * Gives a document its ids on the page. Footnotes of an entry always have its slug; one of its headings only if an earlier
 * document has the same id. Pages keep their ids, and so does an entry on its own page: other pages link to them.
 *
 * @param record of the page that renders it
 */
export function nameIds(record: PageRecord | undefined, { file, slug, ids }: RenderedDocument): NameId {
  const prefix = slug?.replace(/\s+/g, '-');
  const isOwnPage = record?.path !== undefined && decodePath(findEntryPath(file) ?? '') === record.path;
  const canChange = prefix !== undefined && !isOwnPage;
  const owners = record?.documents.ids ?? new Map<string, string>();
  const names = new Map<string, string>();
  const used = new Set(ids);
  for (const id of ids) {
    const isTaken = (name: string) => (owners.get(name) ?? file) !== file || (name !== id && used.has(name));
    let name = id;
    if (canChange) while (isTaken(name)) name = `${prefix}-${name}`;
    owners.set(name, file);
    used.add(name);
    names.set(id, name);
  }
  const nameOne = (id: string) => names.get(id) ?? (prefix === undefined ? id : nameFootnote(id, prefix));
  const nameId: NameId = (written) => written.replace(/\S+/g, nameOne);
  record?.documents.names.set(file, nameId);
  return nameId;
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
