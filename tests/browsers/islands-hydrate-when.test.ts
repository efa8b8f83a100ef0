import { describe, expect, test } from 'vitest';
import { addStyles, islandOpener } from '../helpers/island-tab.ts';
import type { Tab } from '../helpers/tab.ts';

const openIslands = islandOpener();

/** Shows its hydration state and number of clicks. */
const COUNTER = `function Counter({ label }: any) {
  const [n, set] = useState(0);
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return <button data-hydrated={hydrated} onClick={() => set(n + 1)}>{label} {n}</button>;
}`;

/** Waits until so many islands are hydrated, and returns the texts of all that are. */
async function untilHydrated(tab: Tab, count: number): Promise<string[]> {
  await tab.until((wanted) => document.querySelectorAll('[data-hydrated=true]').length >= wanted, count);
  return tab.texts('[data-hydrated=true]');
}

const WITHOUT_BOX = 'sitegen-island, sitegen-children { display: contents }';

describe.each(['preact', 'react'] as const)('on %s an island hydrates', (runtime) => {
  const open = (body: string, islands: Record<string, string> = { counter: COUNTER }) =>
    openIslands({ runtime, islands, body });

  test('when the script runs, or once the browser is idle', async () => {
    const { tab, hydrate } = await open('<Counter label="a" /><Counter label="b" hydrate="idle" />');

    await hydrate();

    await untilHydrated(tab, 2);
    await tab.click('button', 'b 0');
    expect(await tab.texts('button')).toEqual(['a 0', 'b 1']);
  });

  test('once the browser is idle, also without `requestIdleCallback`', async () => {
    const { tab, hydrate } = await open('<Counter label="a" hydrate="idle" />');
    await tab.run(() => Reflect.deleteProperty(window, 'requestIdleCallback'));

    await hydrate();

    expect(await untilHydrated(tab, 1)).toEqual(['a 0']);
  });

  test('when it comes into view, or close to it', async () => {
    const gap = '<div className="gap" />';
    const { tab, hydrate } = await open(
      `${gap}<Counter label="near" hydrate={{ visible: '300px' }} /><Counter label="far" hydrate="visible" />`,
    );
    await addStyles(tab, `.gap { height: calc(100vh + 200px) } ${WITHOUT_BOX}`);

    await hydrate();
    const near = await untilHydrated(tab, 1);
    await tab.run(() => scrollTo(0, document.body.scrollHeight));

    expect([near, await untilHydrated(tab, 2)]).toEqual([['near 0'], ['near 0', 'far 0']]);
  });

  test('at once if it waits for content that it does not have, or hides itself', async () => {
    const start = (name: string) => `useEffect(() => console.log('${name}'), []);`;
    const { tab, hydrate } = await open(
      ['<Nothing hydrate="visible"><b>1</b></Nothing>', '<Nothing hydrate="visible" />', '<Text hydrate="visible" />']
        .concat('<Around hydrate="visible">text</Around>', '<Around hydrate="visible"><Nothing /></Around>')
        .concat('<Closed hydrate={{ visible: "9px" }}><b>2</b></Closed>', '<Hidden hydrate="visible"><b>3</b></Hidden>')
        .join(''),
      {
        nothing: `function Nothing({ children }: any) { ${start('nothing')} const [isShown] = useState(false); return isShown ? children : children && null; }`,
        text: `function Text() { ${start('text')} return <>text</>; }`,
        around: `function Around({ children }: any) { ${start('around')} return <>{children}</>; }`,
        closed: `function Closed({ children }: any) { ${start('closed')} return <><dialog>{children}</dialog><template /></>; }`,
        hidden: `function Hidden({ children }: any) { ${start('hidden')} return <div hidden>{children}</div>; }`,
      },
    );

    await addStyles(tab, WITHOUT_BOX);
    await hydrate();

    await expect
      .poll(async () => (await tab.logged()).flat().map(String).toSorted())
      .toEqual(['around', 'around', 'closed', 'hidden', 'nothing', 'nothing', 'nothing', 'text']);
  });

  test('when the part of the page around it is shown', async () => {
    const { tab, hydrate } = await open(
      `<details><summary>More</summary><Counter label="a" hydrate="visible" /></details>
<div id="tab" hidden><Counter label="b" hydrate="visible" /><Around hydrate="visible"><i /></Around></div><Counter label="c" hydrate="visible" />`,
      {
        counter: COUNTER,
        around: `function Around({ children }: any) { const [hydrated, set] = useState(false); useEffect(() => set(true), []); return <>{children}<i data-hydrated={hydrated} /></>; }`,
      },
    );

    await addStyles(tab, WITHOUT_BOX);
    await hydrate();
    const first = await untilHydrated(tab, 1);
    await tab.click('summary');
    const opened = await untilHydrated(tab, 2);
    await tab.run(() => document.querySelector('#tab')!.removeAttribute('hidden'));
    await untilHydrated(tab, 4);

    expect([first, opened]).toEqual([['c 0'], ['a 0', 'c 0']]);
  });

  test('when a media query matches', async () => {
    const { tab, hydrate } = await open(`<Counter label="wide" hydrate={{ media: '(min-width: 1000px)' }} />`);
    await tab.resize(600, 600);

    await hydrate();
    const narrow = await tab.texts('[data-hydrated=true]');
    await tab.resize(1200, 600);
    await untilHydrated(tab, 1);

    expect(narrow).toEqual([]);
  });

  test('on a click, and handles that', async () => {
    const { tab, hydrate } = await open(
      '<Counter label="a" hydrate="interaction" /><Counter label="b" hydrate="interaction" />',
    );

    await hydrate();
    const before = await tab.texts('[data-hydrated=true]');
    await tab.click('button', 'b 0');
    await tab.untilShown('button', 'b 1');

    expect(before).toEqual([]);
    expect(await tab.texts('button')).toEqual(['a 0', 'b 1']);
  });

  test('on the first key press, focus and submit, without blocking default actions', async () => {
    const { tab, hydrate } = await open('<Form hydrate="interaction" />', {
      form: `function Form() {
  const log = (what: string) => () => console.log(what);
  return <form method="dialog" onSubmit={log('submit')}><input aria-label="Name" onFocus={log('focus')} onKeyDown={log('key')} /><input type="checkbox" aria-label="Yes" onChange={log('check')} /></form>;
}`,
    });

    await hydrate();
    await tab.fill('[aria-label=Name]', 'x');
    await tab.press(['Enter']);
    await tab.click('[aria-label=Yes]');

    expect((await tab.logged()).flat()).toEqual(['focus', 'key', 'key', 'submit', 'check']);
    expect(await tab.valueOf('[aria-label=Name]')).toBe('x');
    expect(await tab.texts(':checked')).toHaveLength(1);
  });

  test('on a submit without any earlier event', async () => {
    const { tab, hydrate } = await open('<Form hydrate="interaction" />', {
      form: `function Form() { return <form id="f" onSubmit={(e) => { e.preventDefault(); console.log('submit'); }}><input /></form>; }`,
    });

    await hydrate();
    await tab.run(() => document.querySelector<HTMLFormElement>('#f')!.requestSubmit());

    expect(await tab.logged()).toEqual([['submit']]);
  });
});
