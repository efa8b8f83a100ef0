import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { openIslands } from '../helpers/islands.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

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
const fetched = (tab: Page) =>
  tab.evaluate(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => /(\w+)-\w+\.js$/.exec(name)?.[1]);
    return ['now', 'seen', 'wide', 'used', 'other', 'form'].filter((name) => names.includes(name));
  });

describe.each(RUNTIMES)('on %s, an island with its own script', (runtime) => {
  const split = { 'sitegen.config.ts': `export default { islands: { runtime: '${runtime}', split: true } };` };
  const open = (islands: Record<string, string>, body: string) =>
    openIslands(browser(), { runtime, islands, body, more: split });

  test('is fetched when it hydrates, and preloaded if that is immediately', async () => {
    const { tab, hydrate, messages } = await open(
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
    await tab.setViewportSize({ width: 600, height: 600 });
    await tab.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.gap { height: 2000px } sitegen-island { display: contents }');
      document.adoptedStyleSheets = [sheet];
    });
    const preloads = await tab
      .locator('link[rel=modulepreload]')
      .evaluateAll((links) => links.map((link) => /(\w+)-\w+\.js$/.exec(link.getAttribute('href') ?? '')?.[1]));

    await hydrate();
    await tab.locator('[data-hydrated=true]').waitFor();
    const first = await fetched(tab);
    await tab.getByRole('button', { name: 'Used' }).click();
    await tab.getByRole('button', { name: 'Used 1' }).waitFor();
    const second = await fetched(tab);
    await tab.setViewportSize({ width: 1200, height: 600 });
    await tab.locator('[data-hydrated=true]').nth(2).waitFor();
    const third = await fetched(tab);
    await tab.getByRole('button', { name: 'Seen' }).scrollIntoViewIfNeeded();
    await tab.locator('[data-hydrated=true]').nth(3).waitFor();

    expect(preloads).toContain('now');
    expect(preloads).not.toContain('seen');
    expect([first, second, third]).toEqual([['now'], ['now', 'used'], ['now', 'wide', 'used']]);
    expect(await fetched(tab)).toEqual(['now', 'seen', 'wide', 'used']);
    expect(messages).toEqual([]);
  });

  test('misses no event while it is fetched', async () => {
    const { tab, hydrate, messages } = await open({ form: FORM }, '<Form hydrate="interaction" />');
    await hydrate();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await tab.route('**/assets/form-*.js', async (route) => {
      await held;
      await route.fallback();
    });

    await tab.getByLabel('Name').focus();
    await tab.keyboard.press('x');
    await tab.getByLabel('Yes').click();
    await tab.getByRole('button').click();
    const before = await tab.locator('output').textContent();
    release();
    await expect.poll(() => tab.locator('output').textContent()).toContain('submit');

    expect(before).toBe('');
    expect(await tab.locator('output').textContent()).toBe('focus,key,focus,check,focus,submit');
    expect(await tab.getByLabel('Name').inputValue()).toBe('x');
    expect(await tab.getByLabel('Yes').isChecked()).toBe(true);
    expect(messages).toEqual([]);
  });
});
