import type { Entry } from 'sitegen/content';

/** The headings of a document: beside it on a wide screen, otherwise above it, to be opened. */
export function Contents({ headings }: Pick<Entry, 'headings'>) {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (listed.length < 2) return null;
  return (
    <details className="contents-list mb-8 rounded-xl border border-line p-4 xl:sticky xl:top-8 xl:col-start-2 xl:row-span-2 xl:mb-0 xl:max-h-[calc(100svh-4rem)] xl:self-start xl:overflow-y-auto xl:border-0 xl:p-1 print:hidden">
      <summary className="cursor-pointer font-semibold xl:list-none">On this page</summary>
      <ul className="mt-3 text-sm">
        {listed.map(({ depth, id, text }) => (
          <li key={id} className={depth === 3 ? 'pl-4' : undefined}>
            <a href={`#${id}`} className="block py-1 text-quiet hover:text-ink">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
