import { href, JsonLd, type Load, type Meta, type PageProps, type Params, type Paths } from 'sitegen';
import { PostMeta } from '../../components/post-list.tsx';
import { posts, type Post } from '../../posts.ts';
import { site } from '../../site.ts';

type Slug = Params<'/posts/[slug]'>;
type Props = PageProps<Post, Slug>;

export const paths: Paths<Slug> = async () => (await posts.all()).map(({ slug }) => ({ params: { slug } }));

export const load: Load<Post, Slug> = ({ params }) => posts.get(params.slug);

/** `draft` and `publishAt` decide whether a build renders the page. */
export const meta = ({ data: { data, excerpt } }: Props): Meta => ({
  ...data,
  description: excerpt,
  updated: data.updated ?? data.publishAt,
});

export default function PostPage({ data: post }: Props) {
  const { title, publishAt, tags } = post.data;
  return (
    <article>
      <PostMeta post={post} />
      <h1 className="mt-4 mb-10">{title}</h1>
      <div className="prose">
        <post.Content />
      </div>
      {tags.length > 0 && (
        <ul aria-label="Tags" className="mt-12 flex flex-wrap gap-2 text-sm print:hidden">
          {tags.map((tag) => (
            <li key={tag}>
              <a href={href('/tags/[tag]', { tag })} className="rounded-full border border-line bg-mist px-3 py-1.5">
                {tag}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-12 print:hidden">
        <a href={href('/')} className="link">
          All posts
        </a>
      </p>
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'BlogPosting',
          headline: title,
          datePublished: publishAt,
          author: { '@type': 'Person', name: site.author },
        }}
      />
    </article>
  );
}
