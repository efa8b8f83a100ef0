import { describe, expect, test } from 'vitest';
import { islandOpener } from '../helpers/island-tab.ts';

const openIslands = islandOpener();

const ISLANDS = {
  counter: `function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>count {n}</button>; }`,
  early: `function Early() { if (typeof window !== 'undefined') throw new Error('early'); return <p>early</p>; }`,
  late: `function Late() { const [bad, set] = useState(false); if (bad) throw new Error('late'); return <button onClick={() => set(true)}>break</button>; }`,
  effect: `function Effect() { useEffect(() => { throw new Error('effect'); }, []); return <p>effect</p>; }`,
};

describe.each(['preact', 'react'] as const)('on %s', (runtime) => {
  test.each([
    ['while it hydrates', 'Early', 'early'],
    ['in an effect', 'Effect', 'effect'],
    ['later', 'Late', 'late'],
  ])('an island that fails %s is logged once, and keeps its HTML', async (_when, name, message) => {
    const body = `<Counter /><${name} /><Counter /><h2>Around</h2>`;
    const { tab, hydrate } = await openIslands({ runtime, islands: ISLANDS, body });

    const htmlOf = () => tab.run((island) => document.querySelector(`[name=${island}]`)!.innerHTML, name.toLowerCase());
    const served = await htmlOf();
    await hydrate();
    if (name === 'Late') await tab.click('button', 'break');
    await expect.poll(() => tab.logged()).toEqual([[`Error: ${message}`]]);
    for (const _ of [1, 2]) await tab.click('button', 'count 0');

    await expect.poll(htmlOf).toBe(served);
    expect(await tab.texts('[name=counter]')).toEqual(['count 1', 'count 1']);
    expect(await tab.texts('h2')).toEqual(['Around']);
    expect(await tab.logged()).toHaveLength(1);
  });

  test('an error boundary of the site catches the error of its child, and a portal is shown in the body', async () => {
    const { tab, hydrate } = await openIslands({
      runtime,
      islands: {
        guarded: `class Guard extends React.Component<any> {
  state = { message: '' };
  static getDerivedStateFromError(error: Error) { return { message: error.message }; }
  render() { return this.state.message ? <em>caught {this.state.message}</em> : this.props.children; }
}
function Fragile() { const [bad, set] = useState(false); if (bad) throw new Error('fragile'); return <button onClick={() => set(true)}>break</button>; }
function Guarded() { return <p>kept <Guard><Fragile /></Guard></p>; }`,
        portal: `import { createPortal } from 'react-dom';
function Portal() { const [n, set] = useState(0); return <><button onClick={() => set(n + 1)}>open</button>
  {n > 0 && createPortal(<b onClick={() => set(n + 1)}>portal {n}</b>, document.body)}</>; }`,
      },
      body: '<Guarded /><Portal />',
    });

    await hydrate();
    await tab.click('button', 'break');
    await tab.untilShown('p', 'kept caught fragile');
    await tab.click('button', 'open');
    await tab.click('body > b', 'portal 1');
    await tab.untilShown('body > b', 'portal 2');

    expect(await tab.texts('em')).toEqual(['caught fragile']);
  });
});
