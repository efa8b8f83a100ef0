import { expect, onTestFinished, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { openIslands } from '../helpers/islands.ts';
import { ISLAND_RUNTIMES, RUNTIMES, type IslandRuntime } from '../helpers/runtimes.ts';

const browser = useBrowser();

/** Everything that has broken hydration somewhere. */
const SHAPES: Readonly<Record<string, string>> = {
  texts: `function Texts({ count }: any) { return <p>Count: {count} of {'ten'}{' '}{count}!{''}</p>; }`,
  ids: `function Ids() { const [a, b] = [useId(), useId()]; return <><label htmlFor={a}>A</label><input id={a} /><Inner /><i id={b} /></>; }
function Inner() { return <b id={useId()} />; }`,
  fragments: `function Fragments() { return <>{null}{false}<b>1</b>{undefined}<><i>2</i>{[<u key="a">3</u>, 'four', 5]}</></>; }`,
  nothing: `function Nothing() { return null; }`,
  list: `function List({ items }: any) { return <ul>{items.map((item: string) => <li key={item}>{item}</li>)}</ul>; }`,
  attributes: `function Attributes() { return <div hidden={false} tabIndex={0} aria-hidden={true} data-n={1.5} contentEditable={false} suppressContentEditableWarning
  className="a b" draggable><input type="number" min={0} max={10} step={0.5} readOnly disabled={false} required defaultValue={3} /><td-x colspan={2} /></div>; }`,
  html: `const html = { __html: '<b>bold</b> &amp; <i>more</i>' }; function Html() { return <p dangerouslySetInnerHTML={html} />; }`,
  form: `function Form() { const [v, s] = useState('x'); return <form><input value={v} onChange={(e) => s(e.target.value)} /><input type="checkbox" defaultChecked />
  <select defaultValue="b"><option value="a">A</option><option value="b">B</option></select><textarea defaultValue={'\\nline\\n'} /></form>; }`,
  svg: `function Svg() { return <svg viewBox="0 0 8 8" strokeWidth={2} xmlnsXlink="http://www.w3.org/1999/xlink"><title>T</title><path d="M0 0h8" fillOpacity={0.5} /></svg>; }`,
  entities: `function Entities() { return <p title={'"\\'<>&'}>{'<b> & "quotes" \\u00a0 \\u2028 é 中 😀'}</p>; }`,
};

const BODY = `<Texts count={3} /><Texts count={4} /><Ids /><Ids /><Fragments /><Nothing /><List items={['a', 'b']} /><List items={[]} />
<Attributes /><Html /><Form /><Svg /><Entities />`;

const open = (runtime: IslandRuntime) => openIslands(browser(), { runtime, islands: SHAPES, body: BODY });

test.each(ISLAND_RUNTIMES.filter((runtime) => runtime !== 'preact'))(
  'on %s, islands hydrate the server HTML unchanged',
  async (runtime) => {
    const { tab, hydrate, messages, mutations } = await open(runtime);
    const before = await tab.locator('main').innerHTML();

    await hydrate();

    expect(messages).toEqual([]);
    expect(await mutations()).toEqual([]);
    expect(await tab.locator('main').innerHTML()).toBe(before);
  },
);

test.runIf(RUNTIMES.includes('preact'))(
  'on preact, hydration changes nothing that can be seen, heard, selected or focused',
  async () => {
    const { tab, hydrate, messages, mutations } = await open('preact');
    const withoutMarks = async () => (await tab.locator('main').innerHTML()).replaceAll('<!-- -->', '');
    const before = await withoutMarks();

    await hydrate();

    // It removes React's comments between texts, and adds a node for an empty text.
    const marks = /^P : (#comment\( ?\) -> |  ?-> #text\(\))$/;
    expect(messages).toEqual([]);
    expect((await mutations()).filter((change) => !marks.test(change))).toEqual([]);
    expect(await withoutMarks()).toBe(before);
  },
);

test.each(ISLAND_RUNTIMES)('on %s, dates and numbers with a locale and a time zone do not change', async (runtime) => {
  const islands = {
    facts: `function Facts({ date }: any) {
  const berlin = { timeZone: 'Europe/Berlin' };
  return <p>{date.toLocaleString('de-DE', berlin)}<b>{(1234.5).toLocaleString('de-DE')}</b><i>{date.toLocaleDateString('en-GB', { ...berlin, dateStyle: 'full' })}</i></p>;
}`,
  };
  const visitor = await browser().newContext({ locale: 'fr-FR', timezoneId: 'Asia/Tokyo' });
  onTestFinished(() => visitor.close());
  const site = { runtime, islands, body: `<Facts date={new Date('2026-03-28T23:30:00Z')} />` };
  const { tab, hydrate, messages, mutations } = await openIslands(visitor, site);

  await hydrate();

  expect(await tab.locator('main p').first().innerText()).toBe('29.3.2026, 00:30:001.234,5Sunday, 29 March 2026');
  expect(await tab.evaluate(() => (1234.5).toLocaleString())).toContain(',5');
  expect(messages).toEqual([]);
  expect(await mutations()).toEqual([]);
});
