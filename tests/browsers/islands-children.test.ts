import { describe, expect, test } from 'vitest';
import { islandOpener } from '../helpers/island-tab.ts';

const openIslands = islandOpener();

const ISLANDS = {
  toggle: `function Toggle({ label, children }: any) {
  const [shown, set] = useState(true);
  return <section><button onClick={() => set(!shown)}>{label}</button>{shown && <div>{children}</div>}</section>;
}`,
  counter: `function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>count {n}</button>; }`,
};

describe.each(['preact', 'react'] as const)('on %s', (runtime) => {
  const open = (body: string) => openIslands({ runtime, islands: ISLANDS, body });

  test('the children of an island are left alone, and sent once', async () => {
    const { tab, hydrate } = await open(
      `<Toggle label="hide"><h2 id="inside">Kept &amp; <em>whole</em></h2>{'a'}{'b'}</Toggle>`,
    );
    // Preact removes React's comments between texts.
    const htmlOf = () => tab.run(() => document.querySelector('main')!.innerHTML.replaceAll('<!-- -->', ''));
    const before = await htmlOf();

    await hydrate();

    expect(await tab.logged()).toEqual([]);
    expect(await htmlOf()).toBe(before);
    expect(before.match(/Kept/g)).toHaveLength(1);
  });

  test('a nested island hydrates, and again after it was removed and shown again', async () => {
    const { tab, hydrate } = await open('<Toggle label="hide"><Counter /></Toggle>');

    await hydrate();
    await tab.click('button', 'count 0');
    await tab.untilShown('button', 'count 1');
    for (const times of [1, 2]) {
      await tab.click('button', 'hide');
      await tab.untilGone('button', `count ${times}`);
      await tab.click('button', 'hide');
      await tab.click('button', `count ${times}`);
      await tab.untilShown('button', `count ${times + 1}`);
    }

    expect(await tab.logged()).toEqual([]);
  });
});
