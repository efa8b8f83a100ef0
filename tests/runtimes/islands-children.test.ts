import { describe, expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { openIslands } from '../helpers/islands.ts';
import { ISLAND_RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

const ISLANDS = {
  toggle: `function Toggle({ label, children }: any) {
  const [shown, set] = useState(true);
  return <section><button onClick={() => set(!shown)}>{label}</button>{shown && <div>{children}</div>}</section>;
}`,
  counter: `function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>count {n}</button>; }`,
};

describe.each(ISLAND_RUNTIMES)('on %s', (runtime) => {
  const open = (body: string) => openIslands(browser(), { runtime, islands: ISLANDS, body });

  test('the children of an island are left alone, and sent once', async () => {
    const { tab, hydrate, messages, mutations } = await open(
      `<Toggle label="hide"><h2 id="inside">Kept &amp; <em>whole</em></h2>{'a'}{'b'}</Toggle>`,
    );
    const before = await tab.locator('main').innerHTML();

    await hydrate();

    expect((await mutations()).filter((change) => !change.includes('#comment'))).toEqual([]);
    expect(messages).toEqual([]);
    expect(await tab.locator('main').innerHTML()).toBe(before);
    expect(before.match(/Kept/g)).toHaveLength(1);
  });

  test('a nested island hydrates, and again after it was removed and shown again', async () => {
    const { tab, hydrate, messages } = await open('<Toggle label="hide"><Counter /></Toggle>');
    const hide = tab.getByRole('button', { name: 'hide' });

    await hydrate();
    await tab.getByRole('button', { name: 'count 0' }).click();
    await tab.getByRole('button', { name: 'count 1' }).waitFor();
    for (const times of [1, 2]) {
      await hide.click();
      await tab.getByRole('button', { name: `count ${times}` }).waitFor({ state: 'detached' });
      await hide.click();
      await tab.getByRole('button', { name: `count ${times}` }).click();
      await tab.getByRole('button', { name: `count ${times + 1}` }).waitFor();
    }

    expect(messages).toEqual([]);
  });
});
