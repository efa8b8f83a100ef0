import { readingTime } from '../reading-time.ts';
import type { Post } from '../posts.ts';
import { site } from '../site.ts';

export function PostList({ posts }: { readonly posts: readonly Post[] }) {
  return (
    <ul className="grid gap-10">
      {posts.map((post) => (
        <li key={post.slug} className="grid gap-2">
          <PostMeta post={post} />
          <h2 className="text-2xl">
            <a href={post.path} className="hover:text-accent hover:underline">
              {post.data.title}
            </a>
          </h2>
          <p className="text-quiet">{post.excerpt}</p>
        </li>
      ))}
    </ul>
  );
}

/** Date and reading time. */
export function PostMeta({ post: { data, text } }: { readonly post: Post }) {
  return (
    <p className="flex flex-wrap gap-x-2 text-sm text-quiet *:not-last:after:ml-2 *:not-last:after:content-['·']">
      <PostDate date={data.publishAt} />
      <span>{readingTime(text).minutes} min read</span>
      {data.updated && (
        <span>
          Updated <PostDate date={data.updated} />
        </span>
      )}
      {data.draft && <strong className="text-accent">Draft</strong>}
    </p>
  );
}

function PostDate({ date }: { readonly date: string }) {
  return <time dateTime={date}>{new Date(date).toLocaleDateString(site.language, { dateStyle: 'long' })}</time>;
}
