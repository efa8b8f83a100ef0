import type { Load, Meta, PageProps, Params, Paths } from 'sitegen';
import { Icon } from '../components/icon.tsx';
import { Sidebar } from '../components/sidebar.tsx';
import { docs, editAddress, groupOf, readTree, readingOrder, type Doc, type Item } from '../docs.ts';
import Outline from '../islands/outline.tsx';
import { site } from '../site.ts';

type Slug = Params<'/[...slug]'>;

interface Loaded {
  readonly doc: Doc;
  readonly tree: readonly Item[];
  readonly previous: Doc | undefined;
  readonly next: Doc | undefined;
}

type Props = PageProps<Loaded, Slug>;

export const paths: Paths<Slug> = async () => (await docs.all()).map(({ slug }) => ({ params: { slug } }));

export const load: Load<Loaded, Slug> = async ({ params: { slug } }) => {
  const tree = await readTree();
  const order = readingOrder(tree);
  const place = order.findIndex((doc) => doc.slug === slug);
  return { doc: await docs.get(slug), tree, previous: order[place - 1], next: order[place + 1] };
};

export const meta = ({ data: { doc } }: Props): Meta => {
  const { updated } = doc;
  return { title: doc.data.title, description: doc.data.description ?? doc.excerpt, ...(updated && { updated }) };
};

export default function DocPage({ path, data: { doc, tree, previous, next } }: Props) {
  const headings = doc.headings.filter(({ depth }) => depth === 2 || depth === 3);
  const group = groupOf(tree, doc);
  const { updated } = doc;
  return (
    <div className="docs">
      <div className="page-bar">
        <button type="button" popoverTarget="_sidebar">
          <Icon name="menu" /> Menu
        </button>
        {headings.length > 1 && (
          <button type="button" popoverTarget="_outline">
            On this page <Icon name="outline" />
          </button>
        )}
      </div>
      <Sidebar items={tree} path={path} />
      <main id="_content" tabIndex={-1}>
        <article className="prose">
          {group && <p className="group">{group}</p>}
          <h1>{doc.data.title}</h1>
          {doc.data.description && <p className="lead">{doc.data.description}</p>}
          <doc.Content />
        </article>
        <footer className="page-footer">
          <p>
            <a href={editAddress(doc)}>
              <Icon name="edit" /> Edit this page
            </a>
            {updated && <LastUpdate date={updated} />}
          </p>
          {(previous ?? next) && (
            <nav aria-label="Previous and next">
              {previous && (
                <a href={previous.path} rel="prev">
                  <small>Previous</small> {previous.data.title}
                </a>
              )}
              {next && (
                <a href={next.path} rel="next">
                  <small>Next</small> {next.data.title}
                </a>
              )}
            </nav>
          )}
        </footer>
      </main>
      {headings.length > 1 && <Outline headings={headings} hydrate="idle" />}
    </div>
  );
}

function LastUpdate({ date }: { readonly date: Date }) {
  const text = date.toLocaleDateString(site.language, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <span>
      Last update: <time dateTime={date.toISOString()}>{text}</time>
    </span>
  );
}
