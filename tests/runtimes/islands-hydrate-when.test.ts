import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { openIslands } from '../helpers/islands.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

/** Shows its hydration state and number of clicks. */
const COUNTER = `function Counter({ label }: any) {
  const [n, set] = useState(0);
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return <button data-hydrated={hydrated} onClick={() => set(n + 1)}>{label} {n}</button>;
}`;

/** Passes the policy, unlike an element. */
const addStyles = (tab: Page, styles: string) =>
  tab.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, styles);

const WITHOUT_BOX = 'sitegen-island, sitegen-children { display: contents }';

describe.each(RUNTIMES)('on %s an island hydrates', (runtime) => {
  const open = (body: string, islands: Record<string, string> = { counter: COUNTER }) =>
    openIslands(browser(), { runtime, islands, body });

  test('when the script runs, or once the browser is idle', async () => {
    const { tab, hydrate } = await open('<Counter label="a" /><Counter label="b" hydrate="idle" />');

    await hydrate();

    await tab.locator('[data-hydrated=true]').nth(1).waitFor();
    await tab.getByRole('button', { name: 'b 0' }).click();
    expect(await tab.getByRole('button').allTextContents()).toEqual(['a 0', 'b 1']);
  });

  test('once the browser is idle, also without `requestIdleCallback`', async () => {
    const { tab, hydrate } = await open('<Counter label="a" hydrate="idle" />');
    await tab.evaluate(() => Reflect.deleteProperty(window, 'requestIdleCallback'));

    await hydrate();
    await tab.locator('[data-hydrated=true]').waitFor();

    expect(await tab.locator('[data-hydrated=true]').count()).toBe(1);
  });

  test('when it comes into view, or close to it', async () => {
    const gap = '<div className="gap" />';
    const { tab, hydrate } = await open(
      `${gap}<Counter label="near" hydrate={{ visible: '300px' }} /><Counter label="far" hydrate="visible" />`,
    );
    await addStyles(tab, `.gap { height: calc(100vh + 200px) } ${WITHOUT_BOX}`);

    await hydrate();
    await tab.locator('[data-hydrated=true]').waitFor();
    const near = await tab.locator('[data-hydrated=true]').allTextContents();
    await tab.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await tab.locator('[data-hydrated=true]').nth(1).waitFor();

    expect(near).toEqual(['near 0']);
  });

  test('at once if it waits for content that it does not have, or hides itself', async () => {
    const start = (name: string) => `useEffect(() => console.log('${name}'), []);`;
    const { tab, hydrate, messages } = await open(
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
      .poll(() => messages.toSorted())
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
    await tab.locator('[data-hydrated=true]').waitFor();
    const first = await tab.locator('[data-hydrated=true]').allTextContents();
    await tab.locator('summary').click();
    await tab.locator('[data-hydrated=true]').nth(1).waitFor();
    const opened = await tab.locator('[data-hydrated=true]').allTextContents();
    await tab.evaluate(() => document.querySelector('#tab')?.removeAttribute('hidden'));
    await tab.locator('[data-hydrated=true]').nth(3).waitFor({ state: 'attached' });

    expect([first, opened]).toEqual([['c 0'], ['a 0', 'c 0']]);
  });

  test('when a media query matches', async () => {
    const { tab, hydrate } = await open(`<Counter label="wide" hydrate={{ media: '(min-width: 1000px)' }} />`);
    await tab.setViewportSize({ width: 600, height: 600 });

    await hydrate();
    const narrow = await tab.locator('[data-hydrated=true]').count();
    await tab.setViewportSize({ width: 1200, height: 600 });
    await tab.locator('[data-hydrated=true]').waitFor();

    expect(narrow).toBe(0);
  });

  test('on a click, and handles that', async () => {
    const { tab, hydrate } = await open(
      '<Counter label="a" hydrate="interaction" /><Counter label="b" hydrate="interaction" />',
    );

    await hydrate();
    const before = await tab.locator('[data-hydrated=true]').count();
    await tab.getByRole('button', { name: 'b 0' }).click();
    await tab.getByRole('button', { name: 'b 1' }).waitFor();

    expect(before).toBe(0);
    expect(await tab.getByRole('button').allTextContents()).toEqual(['a 0', 'b 1']);
  });

  test('on the first key press, focus and submit, without blocking default actions', async () => {
    const { tab, hydrate, messages } = await open('<Form hydrate="interaction" />', {
      form: `function Form() {
  const log = (what: string) => () => console.log(what);
  return <form method="dialog" onSubmit={log('submit')}><input aria-label="Name" onFocus={log('focus')} onKeyDown={log('key')} /><input type="checkbox" aria-label="Yes" onChange={log('check')} /></form>;
}`,
    });

    await hydrate();
    await tab.getByLabel('Name').focus();
    await tab.keyboard.press('x');
    await tab.keyboard.press('Enter');
    await tab.getByLabel('Yes').click();

    expect(messages).toEqual(['focus', 'key', 'key', 'submit', 'check']);
    expect(await tab.getByLabel('Name').inputValue()).toBe('x');
    expect(await tab.getByLabel('Yes').isChecked()).toBe(true);
  });

  test('on a submit without any earlier event', async () => {
    const { tab, hydrate, messages } = await open('<Form hydrate="interaction" />', {
      form: `function Form() { return <form id="f" onSubmit={(e) => { e.preventDefault(); console.log('submit'); }}><input /></form>; }`,
    });

    await hydrate();
    await tab.evaluate(() => document.querySelector<HTMLFormElement>('#f')?.requestSubmit());

    expect(messages).toEqual(['submit']);
  });
});
