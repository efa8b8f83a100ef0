import { href, type Load, type Meta, type PageProps, type Params, type Paths } from 'sitegen';
import { PostList } from '../../components/post-list.tsx';
import { postsByTag, type Post } from '../../posts.ts';

type Tag = Params<'/tags/[tag]'>;

export const paths: Paths<Tag> = async () => [...(await postsByTag()).keys()].map((tag) => ({ params: { tag } }));

export const load: Load<readonly Post[], Tag> = async ({ params }) => (await postsByTag()).get(params.tag) ?? [];

export const meta = ({ params: { tag } }: PageProps<readonly Post[], Tag>): Meta => ({
  title: `Posts about ${tag}`,
  description: `All posts about ${tag}, the newest first.`,
});

export default function TagPage({ data: posts, params: { tag } }: PageProps<readonly Post[], Tag>) {
  return (
    <div className="column py-6">
      <p>
        <a href={href('/tags')} className="link">
          All tags
        </a>
      </p>
      <h1 className="mt-4 mb-12">Posts about {tag}</h1>
      <PostList posts={posts} heading="h2" />
    </div>
  );
}
