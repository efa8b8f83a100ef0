import { describe, expect, test } from 'vitest';
import { islandOpener } from '../helpers/island-tab.ts';

const openIslands = islandOpener();

/** Keeps typed text in its state, and shows it; an effect renders again right after hydration. */
const CONTROLLED = `function Controlled() {
  const [v, set] = useState({ text: '', area: 'start', box: false, radio: 'a', list: 'a' });
  const [, again] = useState(0);
  useEffect(() => again(1), []);
  const on = (key: string) => (e: any) => set((old) => ({ ...old, [key]: key === 'box' ? e.target.checked : e.target.value }));
  return <div>
    <input aria-label="text" value={v.text} onChange={on('text')} />
    <textarea aria-label="area" value={v.area} onChange={on('area')} />
    <input aria-label="box" type="checkbox" checked={v.box} onChange={on('box')} />
    <input aria-label="radio a" type="radio" name="r" value="a" checked={v.radio === 'a'} onChange={on('radio')} />
    <input aria-label="radio b" type="radio" name="r" value="b" checked={v.radio === 'b'} onChange={on('radio')} />
    <select aria-label="list" value={v.list} onChange={on('list')}><option>a</option><option>b</option></select>
    <output>{JSON.stringify(v)}</output></div>;
}`;

const UNCONTROLLED = `function Uncontrolled() {
  const [n, again] = useState(0);
  useEffect(() => again(1), []);
  return <div data-n={n}><input aria-label="free" /><input aria-label="given" defaultValue="given" /><input aria-label="tick" type="checkbox" /><input type="file" /></div>;
}`;

/** Lists without a selected option, as component libraries render them before their options are known. */
const LISTS = `function Lists() {
  const [seen, see] = useState<string[]>([]);
  const [options, fill] = useState<string[]>([]);
  useEffect(() => fill(['b']), []);
  return <div onChange={(e: any) => see((old) => [...old, e.target.name + ' ' + e.target.value])}>
    <select name="empty">{options.map((one) => <option key={one}>{one}</option>)}</select>
    <select name="hint"><option disabled>choose</option><option>a</option></select>
    <select name="long" size={3}><option>a</option></select>
    <output data-filled={options.length}>{seen.join()}</output></div>;
}`;

describe.each(['preact', 'react'] as const)('on %s, before an island hydrates,', (runtime) => {
  test('input is kept, and ends up in the state', async () => {
    const islands = { controlled: CONTROLLED, uncontrolled: UNCONTROLLED };
    const body = '<Controlled /><Uncontrolled />';
    const { tab, hydrate } = await openIslands({ runtime, islands, body });

    await tab.fill('[aria-label=area]', 'written');
    for (const label of ['box', 'radio b', 'tick']) await tab.click(`[aria-label="${label}"]`);
    await tab.run(() => {
      const fieldOf = (label: string) => document.querySelector<HTMLInputElement>(`[aria-label=${label}]`)!;
      fieldOf('free').value = 'filled in without an event';
      fieldOf('list').value = 'b';
    });
    await tab.fill('[aria-label=text]', 'typed');
    await tab.press(['ArrowLeft']);
    await hydrate();
    await tab.until(() => document.querySelector('[data-n="1"]') !== null);

    expect(JSON.parse((await tab.texts('output'))[0]!)).toEqual({
      text: 'typed',
      area: 'written',
      box: true,
      radio: 'b',
      list: 'b',
    });
    const values = ['text', 'area', 'list', 'free', 'given'].map((label) => tab.valueOf(`[aria-label=${label}]`));
    expect(await Promise.all(values)).toEqual(['typed', 'written', 'b', 'filled in without an event', 'given']);
    expect(await tab.texts('[aria-label=box]:checked, [aria-label=tick]:checked')).toHaveLength(2);
    await tab.type('!');
    expect(await tab.valueOf('[aria-label=text]')).toBe('type!d');
    expect(await tab.logged()).toEqual([]);
  });

  test('untouched lists are left alone', async () => {
    const { tab, hydrate } = await openIslands({
      runtime,
      islands: { lists: LISTS },
      body: '<Lists />',
    });

    await hydrate();
    await tab.until(() => document.querySelector('[data-filled="1"]') !== null);

    expect(await tab.texts('output')).toEqual(['']);
    expect(await tab.logged()).toEqual([]);
  });
});
