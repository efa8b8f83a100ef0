import { describe, expect, test } from 'vitest';
import { addStyles, islandOpener } from '../helpers/island-tab.ts';
import type { Tab } from '../helpers/tab.ts';

const openIslands = islandOpener();

const counter = (name: string) => `function ${name}() {
  const [n, set] = useState(0);
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return <button data-hydrated={hydrated} onClick={() => set(n + 1)}>${name} {n}</button>;
}`;

const FORM = `function Form() {
  const [log, add] = useState<string[]>([]);
  const on = (what: string) => () => add((old) => [...old, what]);
  return <form method="dialog" onFocus={on('focus')} onKeyDown={on('key')} onSubmit={(e) => { e.preventDefault(); on('submit')(); }}>
    <input aria-label="Name" /><input type="checkbox" aria-label="Yes" onChange={on('check')} /><button>Send</button>
    <output>{log.join()}</output></form>;
}`;

/** The islands whose scripts the browser has loaded, by file name. */
const fetched = (tab: Tab) =>
  tab.run(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => /(\w+)-\w+\.js$/.exec(name)?.[1]);
    return ['now', 'seen', 'wide', 'used', 'other', 'form'].filter((name) => names.includes(name));
  });

describe.each(['preact', 'react'] as const)('on %s, an island with its own script', (runtime) => {
  const split = { 'sitegen.config.ts': `export default { islands: { runtime: '${runtime}', split: true } };` };
  const open = (islands: Record<string, string>, body: string) => openIslands({ runtime, islands, body, more: split });

  test('is fetched when it hydrates, and preloaded if that is immediately', async () => {
    const { tab, hydrate } = await open(
      {
        now: counter('Now'),
        seen: counter('Seen'),
        wide: counter('Wide'),
        used: counter('Used'),
        other: counter('Other'),
      },
      `<Now /><Used hydrate="interaction" /><Wide hydrate={{ media: '(min-width: 1000px)' }} /><div className="gap" />
<Seen hydrate="visible" />{path === '/none/' && <Other />}`,
    );
    await tab.resize(600, 600);
    await addStyles(tab, '.gap { height: 2000px } sitegen-island { display: contents }');
    const preloads = await tab.run(() =>
      Array.from(
        document.querySelectorAll<HTMLLinkElement>('[rel=modulepreload]'),
        ({ href }) => /(\w+)-\w+\.js$/.exec(href)?.[1],
      ),
    );

    await hydrate();
    await tab.untilShown('[data-hydrated=true]', 'Now');
    const first = await fetched(tab);
    await tab.click('button', 'Used');
    await tab.untilShown('button', 'Used 1');
    const second = await fetched(tab);
    await tab.resize(1200, 600);
    await tab.untilShown('[data-hydrated=true]', 'Wide');
    const third = await fetched(tab);
    await tab.untilShown('button', 'Seen'); // scrolls to it
    await tab.untilShown('[data-hydrated=true]', 'Seen');

    expect(preloads).toContain('now');
    expect(preloads).not.toContain('seen');
    expect([first, second, third]).toEqual([['now'], ['now', 'used'], ['now', 'wide', 'used']]);
    expect(await fetched(tab)).toEqual(['now', 'seen', 'wide', 'used']);
    expect(await tab.logged()).toEqual([]);
  });

  test('misses no event while it is fetched', async () => {
    const { tab, hydrate, hold } = await open({ form: FORM }, '<Form hydrate="interaction" />');
    const release = hold(/\/form-\w+\.js$/);
    await hydrate();

    await tab.fill('[aria-label=Name]', 'x');
    await tab.click('[aria-label=Yes]');
    await tab.click('button');
    const before = await tab.texts('output');
    release();
    await tab.untilShown('output', 'submit');

    expect(before).toEqual(['']);
    expect((await tab.texts('output'))[0]).toBe('focus,key,focus,check,focus,submit');
    expect(await tab.valueOf('[aria-label=Name]')).toBe('x');
    expect(await tab.texts(':checked')).toHaveLength(1);
    expect(await tab.logged()).toEqual([]);
  });
});
