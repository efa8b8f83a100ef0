/**
 * Known bugs of islands in other generators, as input for ours. For one that fails and stops the rest (Capri), see
 * islands-failure; for a lost first click (Astro #1160), see islands-hydrate-when.
 */
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { openIslands } from '../helpers/islands.ts';
import { ISLAND_RUNTIMES, RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

/** Links what it shows later to its initial content by ids. */
const FIELD = `function Field() {
  const id = useId();
  const [isOpen, open] = useState(false);
  return <div>
    <input id={id} />{['a', 'b'].map((key) => <Row key={key} />)}
    <button onClick={() => open(true)}>open</button>{isOpen && <Later htmlFor={id} />}
  </div>;
}
function Row() { const id = useId(); return <i id={id} onClick={() => {}}>{id}</i>; }
function Later({ htmlFor }: any) { return <label id={useId()} htmlFor={htmlFor}>later</label>; }`;

const idsOf = (elements: Element[]) => elements.map((element) => element.id);
const targetsOf = (labels: Element[]) => labels.map((label) => (label as HTMLLabelElement).htmlFor);

describe.each(ISLAND_RUNTIMES)('on %s', (runtime) => {
  const open = (islands: Record<string, string>, body: string, more: Record<string, string> = {}) =>
    openIslands(browser(), { runtime, islands, body, more });

  test('Capri: `</script>` in props has no effect', async () => {
    const text = `</script><script>document.title = 'taken'</script><!-- "'&<img src=x onerror="document.title = 'taken'">`;
    const { tab, hydrate, messages, mutations } = await open(
      { note: `function Note({ text }: any) { return <p title={text}>{text}</p>; }` },
      `<Note text={${JSON.stringify(text)}} />`,
    );

    await hydrate();

    const note = tab.locator('sitegen-island p');
    expect([await note.textContent(), await note.getAttribute('title')]).toEqual([text, text]);
    expect(await tab.title()).toBe('Home');
    expect([messages, await mutations()]).toEqual([[], []]);
  });

  test("Capri, Astro #6849, #15831: islands do not share ids, and keep the server's ids", async () => {
    const { tab, hydrate, messages, mutations } = await open(
      { field: FIELD, other: FIELD.replace('Field', 'Other') },
      '<Field /><Field /><Other /><Field hydrate="idle" />',
    );
    const withIds = tab.locator('sitegen-island [id]');
    const sent = await withIds.evaluateAll(idsOf);

    await hydrate();

    expect(new Set(sent).size).toBe(4 * 3);
    expect(await withIds.evaluateAll(idsOf)).toEqual(sent);
    expect([messages, await mutations()]).toEqual([[], []]);
  });

  test("uploads#803: content shown later gets unique ids, and refers to the server's ids", async () => {
    const { tab, hydrate, messages } = await open(
      { field: FIELD, other: FIELD.replace('Field', 'Other') },
      '<Field /><Field /><Other />',
    );
    const sent = await tab.locator('input').evaluateAll(idsOf);

    await hydrate();
    for (const button of await tab.getByRole('button').all()) await button.click();
    await tab.locator('label').nth(2).waitFor();

    expect(await tab.locator('label').evaluateAll(targetsOf)).toEqual(sent);
    expect(new Set([...sent, ...(await tab.locator('label').evaluateAll(idsOf))]).size).toBe(6);
    expect(messages).toEqual([]);
  });

  test('Capri, vite-react-ssg (react#35460): a large <Suspense> is visible before the script, and stays', async () => {
    const { tab, hydrate, messages, mutations } = await open(
      {
        list: `function List() {
  const rows = Array.from({ length: 1000 }, (_, row) => <li key={row}>{'A row that is the one with number ' + row}</li>);
  return <React.Suspense fallback={<em>Loading</em>}><ul>{rows}</ul></React.Suspense>;
}`,
      },
      '<List />',
    );
    const last = tab.getByText('number 999', { exact: false });
    const before = await last.isVisible();

    await hydrate();

    expect([before, await last.isVisible(), await tab.locator('li').count()]).toEqual([true, true, 1000]);
    expect(await tab.getByText('Loading').count()).toBe(0);
    expect(messages).toEqual([]);
    expect((await mutations()).filter((change) => !change.includes('#comment'))).toEqual([]);
  });

  test('HonoX #150, #155: nested islands, in both ways at once, match the server HTML, and all hydrate', async () => {
    const { tab, hydrate, messages, mutations } = await open(
      {
        counter: `function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{'count ' + n}</button>; }`,
        box: `import Counter from './counter.tsx';
function Box({ children }: any) { return <section><Counter />{children}<Counter /></section>; }`,
      },
      '<Box><Counter /><Box><Counter /></Box></Box>',
    );

    await hydrate();
    expect([messages, (await mutations()).filter((change) => !change.includes('#comment'))]).toEqual([[], []]);

    const buttons = tab.getByRole('button');
    for (const button of await buttons.all()) await button.click();
    expect(await buttons.allTextContents()).toEqual(Array.from({ length: 6 }, () => 'count 1'));
    expect(messages).toEqual([]);
  });
});

describe.each(RUNTIMES)('on %s', (runtime) => {
  test.each([false, true])(
    'Astro #11499, #13686: islands share module state, even if they hydrate late (split: %s)',
    async (split) => {
      const useCount = `import { add, read, watch } from '../store.ts';
const useCount = () => useSyncExternalStore(watch, read, () => 0);\n`;
      const { tab, hydrate, messages } = await openIslands(browser(), {
        runtime,
        islands: {
          add: `${useCount}function Add() { return <button onClick={add}>{'add ' + useCount()}</button>; }`,
          show: `${useCount}function Show() { return <output tabIndex={0}>{'shown ' + useCount()}</output>; }`,
        },
        body: '<Add /><Show /><Show hydrate="interaction" />',
        more: {
          'sitegen.config.ts': `export default { islands: { runtime: '${runtime}', split: ${split} } };`,
          'templates/store.ts': `let count = 0;
const watchers = new Set<() => void>();
export const read = () => count;
export const add = () => { count += 1; for (const tell of watchers) tell(); };
export const watch = (tell: () => void) => { watchers.add(tell); return () => void watchers.delete(tell); };`,
        },
      });

      await hydrate();
      await tab.getByRole('button', { name: 'add 0' }).click();
      await tab.getByRole('button', { name: 'add 1' }).click();
      const early = await tab.locator('output').allTextContents();
      await tab.locator('output').nth(1).focus();

      expect(early).toEqual(['shown 2', 'shown 0']);
      await expect.poll(() => tab.locator('output').allTextContents()).toEqual(['shown 2', 'shown 2']);
      expect(messages).toEqual([]);
    },
  );

  test("Astro (action#87): under a base path, an island keeps the server's addresses, and adds the base to new ones", async () => {
    const { tab, hydrate, messages, mutations } = await openIslands(browser(), {
      runtime,
      islands: {
        links: `function Links() {
  const [n, set] = useState(0);
  return <nav><a href={'/about/#' + n}>first</a><img src="/a.svg" alt="" />{n > 0 && <a href="/about/">late</a>}<button onClick={() => set(n + 1)}>more</button></nav>;
}`,
      },
      body: '<Links />',
      base: '/docs/',
      more: {
        'templates/pages/about.tsx': `export const meta = { title: 'About', description: 'About it.' };
export default () => <main><h1>About</h1><p id="0" /></main>;`,
        'public/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      },
    });
    const hrefs = () => tab.locator('nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const sent = await hrefs();

    await hydrate();
    expect([messages, await mutations()]).toEqual([[], []]);
    expect(new URL(tab.url()).pathname).toBe('/docs/');
    await tab.getByRole('button').click();
    await tab.getByText('late').waitFor();

    expect(sent).toEqual(['/docs/about/#0']);
    expect(await hrefs()).toEqual(['/docs/about/#1', '/docs/about/']);
    expect(await tab.locator('img').getAttribute('src')).toBe('/docs/a.svg');
  });
});
