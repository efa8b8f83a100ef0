import type { Load, Meta, PageProps, Params, Paths } from 'sitegen';
import { PostList } from '../../components/post-list.tsx';
import { publishedPosts, type Post } from '../../posts.ts';

type Tag = Params<'/tags/[tag]'>;
type Props = PageProps<readonly Post[], Tag>;

export const paths: Paths<Tag> = async () => {
  const tags = new Set((await publishedPosts()).flatMap(({ data }) => data.tags));
  return [...tags].map((tag) => ({ params: { tag } }));
};

export const load: Load<readonly Post[], Tag> = async ({ params }) =>
  (await publishedPosts()).filter(({ data }) => data.tags.includes(params.tag));

export const meta = ({ params: { tag } }: Props): Meta => ({
  title: `Posts about ${tag}`,
  description: `All posts about ${tag}, the newest first.`,
});

export default function TagPage({ data: posts, params: { tag } }: Props) {
  return (
    <>
      <h1 className="mb-12">Posts about {tag}</h1>
      <PostList posts={posts} />
    </>
  );
}
