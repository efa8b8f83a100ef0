import { useRef, useState, type KeyboardEvent } from 'react';
import { island } from 'sitegen';
import { excerpt, findSections, type Section } from '../search.ts';

/** Loads its index when it is first used. */
function Search() {
  const [sections, setSections] = useState<readonly Section[]>();
  const [failed, setFailed] = useState(false);
  const [query, setQuery] = useState('');
  const isLoading = useRef(false);
  const list = useRef<HTMLOListElement>(null);

  async function load() {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const response = await fetch(`${import.meta.env.BASE_URL}search.json`);
      setSections((await response.json()) as Section[]);
    } catch {
      setFailed(true);
    }
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Escape') setQuery('');
    if (key === 'Enter') list.current?.querySelector('a')?.click();
  }

  const results = findSections(sections ?? [], query);
  const count = results.length === 1 ? '1 result' : `${results.length || 'No'} results`;
  const status = sections === undefined ? 'Loading …' : count;

  // It takes the focus from links that are clicked, which Safari does not focus: the results stay open until the click.
  return (
    <search tabIndex={-1} className="group relative max-w-sm flex-1 basis-60 outline-none noscript:hidden print:hidden">
      <input
        type="search"
        aria-label="Search the documentation"
        placeholder="Search"
        value={query}
        onFocus={() => void load()}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={onKeyDown}
        className="w-full rounded-lg border border-control bg-paper px-3 py-2 placeholder:text-quiet"
      />
      {query.trim() !== '' && (
        <div className="absolute inset-x-0 top-full z-10 mt-2 hidden rounded-xl border border-line bg-paper p-1 shadow-xl group-focus-within:block">
          <output className="block px-3 py-1.5 text-sm text-quiet">
            {failed ? 'The index could not be loaded.' : status}
          </output>
          <ol ref={list} className="max-h-[70svh] overflow-y-auto">
            {results.slice(0, 10).map((section) => (
              <li key={section.address}>
                <a
                  href={section.address}
                  onClick={() => setQuery('')}
                  className="block rounded-lg px-3 py-2 text-sm text-quiet -outline-offset-2 hover:bg-mist"
                >
                  <b className="text-base font-semibold text-ink">{section.heading}</b>{' '}
                  {section.page !== section.heading && section.page}
                  <span className="block">{excerpt(section, query)}</span>
                </a>
              </li>
            ))}
          </ol>
        </div>
      )}
    </search>
  );
}

export default island('search', Search);
