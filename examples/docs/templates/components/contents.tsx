import { readingOrder, type Item } from '../docs.ts';

/** All pages in their groups. A group in a group is the link to its first page. */
export function Contents({ items }: { readonly items: readonly Item[] }) {
  return (
    <nav aria-labelledby="contents" className="contents">
      <h2 id="contents">Contents</h2>
      <ol>
        {items.map(({ slug, title, doc, items: inside }) => (
          <li key={slug}>
            <h3>{doc ? <a href={doc.path}>{title}</a> : title}</h3>
            {doc?.data.description && <p>{doc.data.description}</p>}
            <ul>
              {inside.map((item) => (
                <li key={item.slug}>
                  <a href={readingOrder([item])[0]?.path}>{item.title}</a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </nav>
  );
}
