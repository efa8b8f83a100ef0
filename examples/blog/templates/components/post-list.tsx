import type { Post } from '../posts.ts';
import { PostMeta } from './post-meta.tsx';

interface Props {
  readonly posts: readonly Post[];
  /** The level of the titles, below that of the heading before the list. */
  readonly heading: 'h2' | 'h3';
}

export function PostList({ posts, heading: Heading }: Props) {
  return (
    <ul className="grid gap-10">
      {posts.map((post) => (
        <li key={post.slug} className="grid gap-2">
          <PostMeta post={post} />
          <Heading className="text-2xl">
            <a href={post.path} className="hover:text-accent hover:underline">
              {post.data.title}
            </a>
          </Heading>
          <p className="text-quiet">{post.data.description}</p>
        </li>
      ))}
    </ul>
  );
}
