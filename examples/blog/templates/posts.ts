/** The posts: the files in `content/posts`. */
import { href, isPublished } from 'sitegen';
import { collection } from 'sitegen/content';
import * as v from 'valibot';

const date = v.pipe(v.string(), v.isoDate('must be a date, such as 2026-03-14'));
const tag = v.pipe(v.string(), v.regex(/^[^/\\?#%]+$/, 'must be a word without / \\ ? # %'));

/** The front matter of a post. A new field is a line here. */
const schema = v.strictObject({
  title: v.string(),
  /** Builds before this date leave the post out. */
  publishAt: date,
  /** What other generators call `publishAt`. */
  date: v.optional(v.never('write `publishAt` instead')),
  updated: v.optional(date),
  tags: v.optional(v.array(tag, 'must be a list, such as [guide]'), []),
  /** Builds leave it out; `npm run dev` shows it. */
  draft: v.optional(v.boolean()),
});

/** All files, drafts included. */
export const posts = collection('content/posts/*.{md,mdx}', {
  schema,
  path: ({ slug }) => href('/posts/[slug]', { slug }),
});

export type Post = Awaited<ReturnType<typeof posts.get>>;

/** The posts of this build, the newest first. */
export async function publishedPosts(): Promise<readonly Post[]> {
  const published = (await posts.all()).filter(({ data }) => isPublished(data));
  return published.toSorted((a, b) => b.data.publishAt.localeCompare(a.data.publishAt));
}
