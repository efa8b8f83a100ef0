import { Picture, type Load, type Meta, type PageProps } from 'sitegen';
import evening from '../images/evening.jpg';
import { PostList } from '../components/post-list.tsx';
import { publishedPosts, type Post } from '../posts.ts';
import { site } from '../site.ts';

export const meta: Meta = { title: 'Posts', description: site.description };

export const load: Load<readonly Post[]> = publishedPosts;

export default function Home({ data: posts }: PageProps<readonly Post[]>) {
  return (
    <>
      <Picture
        src={evening}
        widths={[480, 960, 1440]}
        sizes="(min-width: 38rem) 36rem, 100vw"
        alt=""
        loading="eager"
        fetchPriority="high"
        className="rounded-2xl print:hidden"
      />
      <h1 className="mt-10 mb-14 text-4xl">{site.description}</h1>
      <PostList posts={posts} />
    </>
  );
}
