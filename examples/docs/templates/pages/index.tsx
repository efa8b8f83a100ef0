import type { Load, Meta, PageProps } from 'sitegen';
import { Contents } from '../components/contents.tsx';
import { Drawing } from '../components/drawing.tsx';
import { readTree, readingOrder, type Item } from '../docs.ts';
import { site } from '../site.ts';

export const meta: Meta = { title: site.name, description: site.description };

export const load: Load<readonly Item[]> = readTree;

export default function Home({ data: items }: PageProps<readonly Item[]>) {
  const [first] = readingOrder(items);
  return (
    <main id="_content" tabIndex={-1} className="home">
      <section className="hero">
        <div>
          <h1>{site.tagline}</h1>
          <p className="lead">{site.description}</p>
          <p className="actions">
            {first && (
              <a href={first.path} className="button">
                {first.data.title}
              </a>
            )}
            <a href={site.repository} className="button button-quiet">
              Source code
            </a>
          </p>
        </div>
        <Drawing />
      </section>
      <Contents items={items} />
    </main>
  );
}
