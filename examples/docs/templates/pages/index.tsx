import type { Load, Meta, PageProps } from 'sitegen';
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
      <nav aria-labelledby="contents" className="contents">
        <h2 id="contents">Contents</h2>
        <ol>
          {items.map(({ slug, title, doc, items: inside }) => (
            <li key={slug}>
              <h3>{doc ? <a href={doc.path}>{title}</a> : title}</h3>
              {doc?.data.description && <p>{doc.data.description}</p>}
              <ul>
                {readingOrder(inside).map(({ path, data }) => (
                  <li key={path}>
                    <a href={path}>{data.label ?? data.title}</a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </nav>
    </main>
  );
}
