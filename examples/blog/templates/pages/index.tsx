import { href, Picture, type Load, type Meta, type PageProps } from 'sitegen';
import { PostList } from '../components/post-list.tsx';
import evening from '../images/evening.jpg';
import { publishedPosts, type Post } from '../posts.ts';
import { site } from '../site.ts';

export const meta: Meta = { title: 'Home', description: site.description };

export const load: Load<readonly Post[]> = async () => (await publishedPosts()).slice(0, 3);

export default function Home({ data: newest }: PageProps<readonly Post[]>) {
  return (
    <div className="column">
      <Picture
        src={evening}
        widths={[480, 960, 1440]}
        sizes="(min-width: 50rem) 46rem, 100vw"
        alt=""
        loading="eager"
        fetchPriority="high"
        className="rounded-2xl print:hidden"
      />
      <h1 className="mt-10">{site.name}</h1>
      <p className="mt-4 text-xl text-quiet">{site.description}</p>
      <h2 className="mt-14 mb-8 border-b border-line pb-3 text-lg">New posts</h2>
      <PostList posts={newest} heading="h3" />
      <p className="mt-10">
        <a href={href('/posts/[...page]', { page: '' })} className="link">
          All posts
        </a>
      </p>
    </div>
  );
}
