/** The posts: the files in `content/posts`. */
import { href, isPublished } from 'sitegen';
import { collection, type StandardSchema } from 'sitegen/content';

/** The front matter of a post. */
interface PostData {
  readonly title: string;
  /** One or two sentences, for lists, feeds and search engines. */
  readonly description: string;
  /** The date of the post. Builds before this date leave it out. */
  readonly publishAt: string;
  readonly updated?: string;
  readonly tags: readonly string[];
  /** Builds leave it out; `npm run dev` shows it. */
  readonly draft?: boolean;
}

export type Post = Awaited<ReturnType<typeof posts.get>>;

interface Rule {
  readonly accepts: (value: unknown) => boolean;
  readonly expected: string;
}

const TEXT: Rule = { accepts: isText, expected: 'a text' };
const DATE: Rule = { accepts: isDate, expected: 'a date, such as 2026-03-14' };
const TAGS: Rule = {
  accepts: (value) => Array.isArray(value) && value.every(isTag),
  expected: 'a list of words without the characters / \\ ? # %',
};
const FLAG: Rule = { accepts: (value) => typeof value === 'boolean', expected: 'true or false' };

const optional = ({ accepts, expected }: Rule): Rule => ({
  accepts: (value) => value === undefined || accepts(value),
  expected,
});

/** A new field is a line here, and one in `PostData`. */
const RULES: { readonly [Field in keyof Required<PostData>]: Rule } = {
  title: TEXT,
  description: TEXT,
  publishAt: DATE,
  updated: optional(DATE),
  tags: TAGS,
  draft: optional(FLAG),
};

/** Schemas of valibot, zod or arktype can replace this one: https://standardschema.dev */
const schema: StandardSchema<PostData> = {
  '~standard': {
    version: 1,
    vendor: 'blog',
    validate: (value) => {
      const data = value as Readonly<Record<string, unknown>>;
      const wrong = Object.entries(RULES).filter(([field, { accepts }]) => !accepts(data[field]));
      const unknown = Object.keys(data).filter((field) => !Object.hasOwn(RULES, field));
      const issues = [
        ...wrong.map(([field, { expected }]) => ({ message: `must be ${expected}`, path: [field] })),
        ...unknown.map((field) => ({ message: 'is not a field of posts', path: [field] })),
      ];
      return issues.length > 0 ? { issues } : { value: value as PostData };
    },
  },
};

const posts = collection('content/posts/*.{md,mdx}', {
  schema,
  path: ({ slug }) => href('/posts/[slug]', { slug }),
});

/** All files, drafts included. */
export const { all: allPosts, get: getPost } = posts;

/** The posts of this build, the newest first. */
export async function publishedPosts(): Promise<readonly Post[]> {
  const published = (await posts.all()).filter(({ data }) => isPublished(data));
  return published.toSorted((a, b) => b.data.publishAt.localeCompare(a.data.publishAt));
}

/** The posts of each tag, by tag in alphabetical order. */
export async function postsByTag(): Promise<ReadonlyMap<string, readonly Post[]>> {
  const published = await publishedPosts();
  const tags = new Set(published.flatMap(({ data }) => data.tags));
  return new Map([...tags].toSorted().map((tag) => [tag, published.filter(({ data }) => data.tags.includes(tag))]));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** A tag is part of an address. */
function isTag(value: unknown): boolean {
  return isText(value) && /^[^/\\?#%]+$/.test(String(value));
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
