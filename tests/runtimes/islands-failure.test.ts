import { describe, expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { openIslands } from '../helpers/islands.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

const ISLANDS = {
  counter: `function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>count {n}</button>; }`,
  early: `function Early() { if (typeof window !== 'undefined') throw new Error('early'); return <p>early</p>; }`,
  late: `function Late() { const [bad, set] = useState(false); if (bad) throw new Error('late'); return <button onClick={() => set(true)}>break</button>; }`,
  effect: `function Effect() { useEffect(() => { throw new Error('effect'); }, []); return <p>effect</p>; }`,
};

describe.each(RUNTIMES)('on %s', (runtime) => {
  test.each([
    ['while it hydrates', 'Early', 'early'],
    ['in an effect', 'Effect', 'effect'],
    ['later', 'Late', 'late'],
  ])('an island that fails %s is logged once, and keeps its HTML', async (_when, name, message) => {
    const body = `<Counter /><${name} /><Counter /><h2>Around</h2>`;
    const { tab, hydrate, messages } = await openIslands(browser(), { runtime, islands: ISLANDS, body });

    const island = tab.locator(`sitegen-island[name=${name.toLowerCase()}]`);
    const served = await island.innerHTML();
    await hydrate();
    if (name === 'Late') await tab.getByRole('button', { name: 'break' }).click();
    await expect.poll(() => messages.length).toBeGreaterThan(0);
    for (const counter of await tab.getByRole('button', { name: 'count' }).all()) await counter.click();

    await expect.poll(() => island.innerHTML()).toBe(served);
    expect(await tab.getByRole('button', { name: 'count' }).allTextContents()).toEqual(['count 1', 'count 1']);
    expect(await tab.getByRole('heading', { level: 2 }).textContent()).toBe('Around');
    expect(messages.filter((text) => text.includes(message))).toHaveLength(1);
    expect(messages).toHaveLength(1);
  });
});
