import type { JSX } from 'react';
import type { Load, Meta, PageProps, Params, Paths } from 'sitegen';
import { Contents } from '../components/contents.tsx';
import { REPOSITORY, content, docs, paramsOf, type Doc } from '../docs.ts';

type Slug = Params<'/[...slug]'>;
type Content = Awaited<ReturnType<typeof content.get>>;

export const paths: Paths<Slug, { readonly slug: string }> = docs.map(({ slug }) => ({
  params: paramsOf(slug),
  props: { slug },
}));

interface Loaded {
  readonly doc: Doc;
  readonly entry: Content;
  readonly previous: Doc | undefined;
  readonly next: Doc | undefined;
}

export const load: Load<Loaded, Slug, { readonly slug: string }> = async ({ props: { slug } }) => {
  const index = docs.findIndex((doc) => doc.slug === slug);
  const doc = docs[index];
  if (doc === undefined) throw new Error(`There is no document "${slug}".`);
  return { doc, entry: await content.get(slug), previous: docs[index - 1], next: docs[index + 1] };
};

export const meta = ({ data: { doc } }: PageProps<Loaded>): Meta => ({
  title: doc.title,
  description: doc.description,
});

/** Files outside of `docs/` are in the repository. */
const linkFrom =
  (file: string) =>
  ({ href = '', children }: JSX.IntrinsicElements['a']) => {
    const isOutside = href.startsWith('../');
    return <a href={isOutside ? new URL(href, new URL(`blob/main/${file}`, REPOSITORY)).href : href}>{children}</a>;
  };

export default function Document({ data: { doc, entry, previous, next } }: PageProps<Loaded>) {
  const { Content, headings } = entry;
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,46rem)_16rem] xl:justify-center xl:gap-x-12">
      <Contents headings={headings} />
      <article className="prose xl:col-start-1 xl:row-start-1">
        <Content components={{ a: linkFrom(`docs/${doc.slug}.md`) }} />
      </article>
      <footer className="mt-12 xl:col-start-1 border-t border-line pt-6 pb-12 print:hidden">
        <p>
          <a href={new URL(`edit/main/docs/${doc.slug}.md`, REPOSITORY).href} className="link">
            Edit this page
          </a>
        </p>
        <nav aria-label="Previous and next" className="mt-6 flex flex-wrap justify-between gap-4">
          {previous && (
            <a href={previous.path} rel="prev" className="link">
              ← {previous.title}
            </a>
          )}
          {next && (
            <a href={next.path} rel="next" className="link ml-auto">
              {next.title} →
            </a>
          )}
        </nav>
      </footer>
    </div>
  );
}
