import debounce from 'lodash/debounce';
import { useMemo, useState } from 'react';
import { island } from 'sitegen';

function Search() {
  const [query, setQuery] = useState('');
  const search = useMemo(() => debounce(setQuery, 20), []);
  return (
    <>
      <label>
        Search <input onChange={({ target }) => search(target.value)} />
      </label>
      <p>Searched for {query}</p>
    </>
  );
}

export default island('lodash-debounce', Search);
