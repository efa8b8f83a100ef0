import {
  href,
  paginate,
  type Load,
  type Meta,
  type PageNumber,
  type PageProps,
  type Pagination,
  type Paths,
} from 'sitegen';
import { PostList } from '../../components/post-list.tsx';
import { getPost, publishedPosts, type Post } from '../../posts.ts';

const POSTS_PER_PAGE = 5;

/** Props of `paths` are copied to the thread that renders a page: they are slugs, and `load` gets the posts. */
type Slugs = Pagination<string>;
type Props = PageProps<readonly Post[], PageNumber, Slugs>;

export const paths: Paths<PageNumber, Slugs> = async () =>
  paginate(
    (await publishedPosts()).map(({ slug }) => slug),
    POSTS_PER_PAGE,
  );

export const load: Load<readonly Post[], PageNumber, Slugs> = ({ props }) => Promise.all(props.items.map(getPost));

export const meta = ({ props: { number, count } }: Props): Meta => {
  const page = number === 1 ? '' : `, page ${number} of ${count}`;
  return { title: `All posts${page}`, description: `All posts, the newest first${page}.` };
};

export default function Posts({ data: posts, props: { number, count, prev, next } }: Props) {
  return (
    <div className="column py-6">
      <h1 className="mb-12">Posts</h1>
      <PostList posts={posts} heading="h2" />
      {count > 1 && (
        <nav aria-label="Pages" className="mt-14 grid grid-cols-3 items-center border-t border-line pt-5">
          <span>
            {prev && (
              <a rel="prev" href={href('/posts/[...page]', prev)} className="link">
                Newer
              </a>
            )}
          </span>
          <span className="text-center text-sm text-quiet">
            Page {number} of {count}
          </span>
          <span className="text-right">
            {next && (
              <a rel="next" href={href('/posts/[...page]', next)} className="link">
                Older
              </a>
            )}
          </span>
        </nav>
      )}
    </div>
  );
}
