import type { Entry } from 'sitegen/content';

/** The sections of a long post: beside it on a wide screen, above it on others. */
export function Contents({ headings }: Pick<Entry, 'headings'>) {
  return (
    <nav aria-labelledby="contents" className="toc text-sm print:hidden">
      <h2 id="contents" className="text-sm font-semibold">
        On this page
      </h2>
      <ol className="mt-2 grid gap-1">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} className="block py-1 text-quiet hover:text-accent hover:underline">
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
