import { JsonLd, type Load, type Meta, type PageProps, type Params, type Paths } from 'sitegen';
import { Contents } from '../../components/contents.tsx';
import { PostMeta } from '../../components/post-meta.tsx';
import { Tags } from '../../components/tags.tsx';
import { allPosts, getPost, publishedPosts, type Post } from '../../posts.ts';
import { site } from '../../site.ts';

/** A post with fewer sections has no table of contents. */
const LONG = 4;

interface Data {
  readonly post: Post;
  readonly newer: Post | undefined;
  readonly older: Post | undefined;
}

type Slug = Params<'/posts/[slug]'>;
type Props = PageProps<Data, Slug>;

export const paths: Paths<Slug> = async () => (await allPosts()).map(({ slug }) => ({ params: { slug } }));

export const load: Load<Data, Slug> = async ({ params: { slug } }) => {
  const published = await publishedPosts();
  const index = published.findIndex((post) => post.slug === slug);
  const isListed = index >= 0;
  return {
    post: await getPost(slug),
    newer: isListed ? published[index - 1] : undefined,
    older: isListed ? published[index + 1] : undefined,
  };
};

/** `draft` and `publishAt` decide whether a build renders the page. */
export const meta = ({ data: { post } }: Props): Meta => ({
  ...post.data,
  updated: post.data.updated ?? post.data.publishAt,
});

export default function PostPage({ data: { post, newer, older } }: Props) {
  const { title, description, publishAt, tags } = post.data;
  const sections = post.headings.filter(({ depth }) => depth === 2);
  return (
    <article className="post py-6">
      <header className="grid gap-5">
        <PostMeta post={post} />
        <h1>{title}</h1>
        <p className="text-xl text-quiet">{description}</p>
        <Tags tags={tags} />
      </header>
      {sections.length >= LONG && <Contents headings={sections} />}
      <div className="prose">
        <post.Content />
      </div>
      {(newer ?? older) && (
        <nav
          aria-label="Other posts"
          className="mt-16 grid gap-4 border-t border-line pt-6 sm:grid-cols-2 print:hidden"
        >
          {newer && <Neighbour post={newer} label="Newer" rel="prev" />}
          {older && <Neighbour post={older} label="Older" rel="next" />}
        </nav>
      )}
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'BlogPosting',
          headline: title,
          description,
          datePublished: publishAt,
          author: { '@type': 'Person', name: site.author },
        }}
      />
    </article>
  );
}

interface NeighbourProps {
  readonly post: Post;
  readonly label: string;
  readonly rel: 'prev' | 'next';
}

function Neighbour({ post, label, rel }: NeighbourProps) {
  return (
    <a href={post.path} rel={rel} className="group grid content-start gap-1 sm:last:col-start-2 sm:last:text-right">
      <span className="text-sm text-quiet">{label}</span>
      <span className="font-semibold group-hover:text-accent group-hover:underline">{post.data.title}</span>
    </a>
  );
}
