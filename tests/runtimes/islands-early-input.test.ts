import { describe, expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { openIslands } from '../helpers/islands.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

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

describe.each(RUNTIMES)('on %s, before an island hydrates,', (runtime) => {
  test('input is kept, and ends up in the state', async () => {
    const islands = { controlled: CONTROLLED, uncontrolled: UNCONTROLLED };
    const body = '<Controlled /><Uncontrolled />';
    const { tab, hydrate, messages } = await openIslands(browser(), { runtime, islands, body });

    await tab.getByLabel('area').fill('written');
    await tab.getByLabel('box').check();
    await tab.getByLabel('radio b').check();
    await tab.getByLabel('list').selectOption('b');
    await tab.getByLabel('free').evaluate((field: HTMLInputElement) => (field.value = 'filled in without an event'));
    await tab.getByLabel('tick').check();
    await tab.getByLabel('text').pressSequentially('typed');
    await tab.keyboard.press('ArrowLeft');
    await hydrate();
    await tab.locator('[data-n="1"]').waitFor();

    expect(JSON.parse((await tab.locator('output').textContent()) ?? '')).toEqual({
      text: 'typed',
      area: 'written',
      box: true,
      radio: 'b',
      list: 'b',
    });
    expect(await tab.getByLabel('text').inputValue()).toBe('typed');
    expect(await tab.getByLabel('area').inputValue()).toBe('written');
    expect(await tab.getByLabel('box').isChecked()).toBe(true);
    expect(await tab.getByLabel('list').inputValue()).toBe('b');
    expect(await tab.getByLabel('free').inputValue()).toBe('filled in without an event');
    expect(await tab.getByLabel('given').inputValue()).toBe('given');
    expect(await tab.getByLabel('tick').isChecked()).toBe(true);
    await tab.keyboard.type('!');
    expect(await tab.getByLabel('text').inputValue()).toBe('type!d');
    expect(messages).toEqual([]);
  });

  test('untouched lists are left alone', async () => {
    const { tab, hydrate, messages } = await openIslands(browser(), {
      runtime,
      islands: { lists: LISTS },
      body: '<Lists />',
    });

    await hydrate();
    await tab.locator('[data-filled="1"]').waitFor({ state: 'attached' });

    expect(await tab.locator('output').textContent()).toBe('');
    expect(messages).toEqual([]);
  });
});
