import type MiniSearch from 'minisearch';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { island } from 'sitegen';
import { Icon } from '../components/icon.tsx';
import { excerpt, find, options, splitAtTerms, type Section } from '../search.ts';

/** Loads its index, and the code that reads it, when it is first opened. */
async function loadIndex(file: string): Promise<MiniSearch<Section>> {
  const [{ default: Index }, response] = await Promise.all([
    import('minisearch'),
    fetch(`${import.meta.env.BASE_URL}${file}`),
  ]);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return Index.loadJSON(await response.text(), options);
}

/** A button that opens a dialog. The focus stays in its field; arrow keys choose a result. */
function Search({ file }: { readonly file: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState<MiniSearch<Section>>();
  const [failed, setFailed] = useState(false);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = useMemo(() => (index ? find(index, query) : []), [index, query]);
  const results = found.slice(0, 12);

  function open() {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.select();
    setFailed(false);
    if (index === undefined) loadIndex(file).then(setIndex, () => setFailed(true));
  }

  useEffect(() => {
    function openByKey(event: globalThis.KeyboardEvent) {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
      if (!isShortcut && (event.key !== '/' || isTyping)) return;
      event.preventDefault();
      open();
    }
    /** Safari does not know `closedby`. */
    function closeBeside({ target }: MouseEvent) {
      if (target === dialog.current && !('closedBy' in HTMLDialogElement.prototype)) dialog.current?.close();
    }
    document.addEventListener('keydown', openByKey);
    document.addEventListener('click', closeBeside);
    return () => {
      document.removeEventListener('keydown', openByKey);
      document.removeEventListener('click', closeBeside);
    };
  });

  function choose(place: number) {
    setChosen(place);
    list.current?.children[place]?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    const { length } = results;
    if (event.nativeEvent.isComposing) return; // Enter accepts a character
    if (event.key === 'ArrowDown' && length > 0) choose((chosen + 1) % length);
    else if (event.key === 'ArrowUp' && length > 0) choose((chosen + length - 1) % length);
    else if (event.key === 'Enter') list.current?.querySelectorAll('a')[chosen]?.click();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <button type="button" className="search-button needs-script" onClick={open}>
        <Icon name="search" />
        <span>Search</span>
        <kbd aria-hidden>/</kbd>
      </button>
      <dialog ref={dialog} aria-label="Search" className="search-dialog" closedby="any">
        <div className="search-field">
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label="Search"
            aria-expanded={results.length > 0}
            aria-controls="_search-results"
            aria-activedescendant={results.length > 0 ? `search-result-${chosen}` : undefined}
            autoComplete="off"
            maxLength={100}
            spellCheck={false}
            placeholder="Search"
            value={query}
            onChange={({ target }) => {
              setQuery(target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        <div ref={list} id="_search-results" role="listbox" aria-label="Results" hidden={results.length === 0}>
          {results.map(({ id, match, title, heading, text }, place) => (
            <a
              key={id}
              id={`search-result-${place}`}
              role="option"
              aria-selected={place === chosen}
              tabIndex={-1}
              href={id}
              onClick={() => dialog.current?.close()}
            >
              <b>
                <Marked text={heading} terms={Object.keys(match)} />
              </b>
              {title !== heading && <small>{title}</small>}
              <span>
                <Marked text={excerpt(text, Object.keys(match))} terms={Object.keys(match)} />
              </span>
            </a>
          ))}
        </div>
        <p role="status">{statusOf({ query, count: found.length, isReady: index !== undefined, failed })}</p>
      </dialog>
    </>
  );
}

function Marked({ text, terms }: { readonly text: string; readonly terms: readonly string[] }) {
  return splitAtTerms(text, terms).map((part, place) => (place % 2 === 1 ? <mark key={place}>{part}</mark> : part));
}

interface Status {
  readonly query: string;
  readonly count: number;
  readonly isReady: boolean;
  readonly failed: boolean;
}

function statusOf({ query, count, isReady, failed }: Status): string {
  if (failed) return 'The search could not be loaded. Try again later.';
  if (query.trim() === '') return 'Type a word. Arrow keys choose a result, and Enter opens it.';
  if (!isReady) return 'Loading …';
  if (count === 0) return `Nothing found for “${query.trim()}”.`;
  return count === 1 ? '1 result' : `${count} results`;
}

export default island('search', Search);
