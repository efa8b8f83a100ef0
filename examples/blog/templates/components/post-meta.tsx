import type { Post } from '../posts.ts';
import { readingTime } from '../reading-time.ts';
import { site } from '../site.ts';

/** Date and reading time. */
export function PostMeta({ post: { data, body } }: { readonly post: Post }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
      <PostDate date={data.publishAt} />
      <span>{readingTime(body).minutes} min read</span>
      {data.updated !== undefined && (
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
