/** The pages: their folder, their front matter, and their order. */
import { href } from 'sitegen';
import { collection } from 'sitegen/content';
import * as v from 'valibot';
import { site } from './site.ts';

/** The front matter of a page. A new field is a line here. */
const schema = v.strictObject({
  title: v.string(),
  /** For search engines, and below the title. Without one, search engines get the first paragraph. */
  description: v.optional(v.string()),
  /** The place among the pages of its folder. Pages without one follow, in the order of their titles. */
  order: v.optional(v.number()),
  /** A shorter title for the sidebar. */
  label: v.optional(v.string()),
  /** The title of a group in the sidebar: pages and folders are in it, and keep their addresses. */
  group: v.optional(v.string()),
  /** In the `index.md` of a folder: the group is closed unless it contains the page that is shown. */
  collapsed: v.optional(v.boolean()),
  /** Builds leave the page out; `npm run dev` shows it. */
  draft: v.optional(v.boolean()),
});

/** The folder of the pages is written here, and nowhere else. */
export const docs = collection('content/docs/**/*.{md,mdx}', {
  schema,
  path: ({ slug }) => href('/[...slug]', { slug }),
});

export type Doc = Awaited<ReturnType<typeof docs.get>>;

/** A page in the sidebar, or a group of pages: a folder. */
export interface Item {
  /** Of the page, or the path of the folder. */
  readonly slug: string;
  readonly title: string;
  readonly order: number;
  /** The page; absent for a group. */
  readonly doc?: Doc;
  /** The pages and groups in a group. */
  readonly items: readonly Item[];
  /** The group that the page or the folder asks for. */
  readonly group?: string | undefined;
  readonly collapsed?: boolean | undefined;
}

let tree: Promise<readonly Item[]> | undefined;

/** @returns the pages as the sidebar shows them, read once */
export function readTree(): Promise<readonly Item[]> {
  tree ??= docs.all().then((all) => itemsBelow('', all));
  return tree;
}

/** @returns the pages from the first to the last */
export function readingOrder(items: readonly Item[]): readonly Doc[] {
  return items.flatMap(({ doc, items: inside }) => (doc ? [doc] : readingOrder(inside)));
}

/** "2. Step" comes before "10. Step". */
const byTitle = new Intl.Collator(site.language, { numeric: true });

/** @param folder with a slash at its end. @param all the pages in it */
function itemsBelow(folder: string, all: readonly Doc[]): readonly Item[] {
  const byName = new Map<string, Doc[]>();
  for (const doc of all) {
    const [name = ''] = doc.slug.slice(folder.length).split('/');
    const inside = byName.get(name);
    if (inside) inside.push(doc);
    else byName.set(name, [doc]);
  }
  const items = [...byName].map(([name, inside]) => toItem(`${folder}${name}`, inside));
  return inGroups(items.toSorted((a, b) => a.order - b.order || byTitle.compare(a.title, b.title)));
}

/** Each group stands where the first of its items would. */
function inGroups(items: readonly Item[]): readonly Item[] {
  return items.flatMap((item) => {
    if (item.group === undefined) return [item];
    const inside = items.filter(({ group }) => group === item.group);
    return item === inside[0]
      ? [{ slug: `group ${item.group}`, title: item.group, order: item.order, items: inside }]
      : [];
  });
}

/** @param slug of a page, or the path of a folder. @param inside the page, or all pages in the folder */
function toItem(slug: string, inside: readonly Doc[]): Item {
  const doc = inside.find((page) => page.slug === slug);
  const pages = inside.filter((page) => page !== doc);
  const { title = nameOf(slug), label = title, order = Infinity, group, collapsed } = doc?.data ?? {};
  const own = doc ? { slug, title: label, order, doc, items: [] } : undefined;
  if (own && pages.length === 0) return { ...own, group };
  return { slug, title, order, group, collapsed, items: [...(own ? [own] : []), ...itemsBelow(`${slug}/`, pages)] };
}

/** @example 'guide/first-steps' -> 'First steps' */
function nameOf(slug: string): string {
  const words = slug.slice(slug.lastIndexOf('/') + 1).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @returns the address at which a page is edited */
export function editAddress({ file }: Doc): string {
  return site.editBase + file.replace(/[^/]+/g, (name) => encodeURIComponent(name));
}

/** @returns the title of the group that a page is in, if it is in one */
export function groupOf(items: readonly Item[], doc: Doc): string | undefined {
  for (const { title, items: inside } of items) {
    if (inside.some((item) => item.doc?.slug === doc.slug)) return title;
    const deeper = groupOf(inside, doc);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}
