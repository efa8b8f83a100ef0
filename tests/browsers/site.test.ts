import { describe, expect, test } from 'vitest';
import { ENQUIRY, FIELDS } from '../helpers/enquiry.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { serveOut } from '../helpers/serve-out.ts';
import { addressOf } from '../helpers/shared-address.ts';
import { useEngine, type Tab } from '../helpers/tab.ts';
import { ADDRESSES } from '../helpers/visit.ts';

const openTab = useEngine();

async function fillIn(tab: Tab, changed: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, , value] of FIELDS) await tab.fill(`[name=${name}]`, changed[name] ?? value);
}

const submit = (tab: Tab) => tab.click('button', 'Submit Enquiry');

/** Records the closing and opening of tips, and the first move of the pointer before each. */
function watchTips(): void {
  const tips: { id: string; state: string; ms: number }[] = [];
  let movedAt: number | undefined;
  const onMove = ({ target }: Event) => {
    if ((target as Element).closest('[aria-describedby]')) movedAt ??= performance.now();
  };
  const onToggle = (event: Event) => {
    const now = performance.now();
    tips.push({ id: (event.target as Element).id, state: (event as ToggleEvent).newState, ms: now - (movedAt ?? now) });
    movedAt = undefined;
  };
  addEventListener('pointermove', onMove, true);
  addEventListener('beforetoggle', onToggle, true);
  Object.assign(window, { tips });
}

type Tips = { readonly id: string; readonly state: string; readonly ms: number }[];

const tipsOf = (tab: Tab) => tab.run(() => (window as unknown as { tips: Tips }).tips);
const statesOf = async (tab: Tab) => (await tipsOf(tab)).map(({ id, state }) => `${id} ${state}`);

describe.each(RUNTIMES)('on %s', (runtime) => {
  async function open(path: string) {
    const server = await serveOut(await addressOf(`out/${runtime}`));
    const tab = await openTab();
    await tab.goto(server.url + path);
    return { server, tab };
  }

  describe('the form', () => {
    test('has no other effect than its log: no request, navigation, reset or storage', async () => {
      const { server, tab } = await open('contact/');
      await fillIn(tab);
      const look = async () => ({
        requests: server.requests.filter((path) => path !== '/favicon.ico').length,
        page: await tab.run(() => [location.href, document.body.innerText, document.cookie, localStorage.length]),
        values: await Promise.all(FIELDS.map(([name]) => tab.valueOf(`[name=${name}]`))),
      });
      const before = await look();

      await submit(tab);
      await expect.poll(() => tab.logged()).toEqual([[ENQUIRY]]);

      expect(await look()).toEqual(before);
    });

    test('logs the current values, also by Enter in a single-line field', async () => {
      const { tab } = await open('contact/');
      await fillIn(tab);
      await submit(tab);
      await tab.fill('[name=company]', 'Another one');
      await tab.press(['Enter']);

      await expect.poll(() => tab.logged()).toEqual([[ENQUIRY], [{ ...ENQUIRY, company: 'Another one' }]]);
    });

    test('logs nothing while a field is empty or not an address, and focuses that field', async () => {
      const { tab } = await open('contact/');
      await fillIn(tab);
      for (const [name, wrong] of [...FIELDS.map(([field]) => [field, ''] as const), ['email', 'ann'] as const]) {
        await tab.run((field) => (document.querySelector<HTMLInputElement>(`[name=${field}]`)!.value = ''), name);
        await tab.fill(`[name=${name}]`, wrong);
        await submit(tab);
        await tab.until((field) => document.activeElement!.getAttribute('name') === field, name);
        expect(await tab.run(() => (document.activeElement as HTMLInputElement).validationMessage)).not.toBe('');
        await tab.fill(`[name=${name}]`, ENQUIRY[name]!);
      }
      await submit(tab);

      await expect.poll(() => tab.logged()).toEqual([[ENQUIRY]]);
    });

    test('does nothing before its script has arrived, and keeps its values', async () => {
      const server = await serveOut(await addressOf(`out/${runtime}`));
      const release = server.hold(/^\/assets\/.*\.js$/);
      const tab = await openTab();
      await tab.leaveFor(`${server.url}contact/`);
      await tab.untilShown('button', 'Submit Enquiry');

      await fillIn(tab);
      await submit(tab);
      await tab.fill('[name=name]', ENQUIRY['name']!);
      await tab.press(['Enter']);
      release();
      await tab.until(() => document.readyState === 'complete');

      expect(await tab.run(() => location.search)).toBe('');
      expect(await Promise.all(FIELDS.map(([name]) => tab.valueOf(`[name=${name}]`)))).toEqual(Object.values(ENQUIRY));
      expect(await tab.logged()).toEqual([]);
      await submit(tab);
      await expect.poll(() => tab.logged()).toEqual([[ENQUIRY]]);
    });
  });

  describe('a tooltip', () => {
    async function openHome() {
      const { tab } = await open('');
      const [a = '', b = ''] = await tab.run(() =>
        Array.from(document.querySelectorAll('[role=tooltip]'), (tip) => tip.id),
      );
      await tab.run(watchTips);
      const triggerOf = (id: string) => `[aria-describedby="${id}"]`;
      return { tab, a, b, triggerOf };
    }

    test('opens when a mouse has rested for 700 ms, and closes when it leaves', async () => {
      const { tab, a, triggerOf } = await openHome();
      await tab.hover(triggerOf(a));
      await tab.untilShown(`#${a}:popover-open`);
      await tab.move(2, 2);
      await tab.untilGone(':popover-open');

      expect(await statesOf(tab)).toEqual([`${a} open`, `${a} closed`]);
      expect((await tipsOf(tab))[0]!.ms).toBeGreaterThan(690);
    });

    test('opens at once within 300 ms after another one', async () => {
      const { tab, a, b, triggerOf } = await openHome();
      await tab.resize(1280, await tab.run(() => document.body.scrollHeight)); // nothing scrolls
      await tab.hover(triggerOf(a));
      await tab.untilShown(`#${a}:popover-open`);
      await tab.hover(triggerOf(b));
      await tab.untilShown(`#${b}:popover-open`);

      expect(await statesOf(tab)).toEqual([`${a} open`, `${a} closed`, `${b} open`]);
      expect((await tipsOf(tab))[2]!.ms).toBeLessThan(690);
    });

    test('never opens if the mouse leaves before', async () => {
      const { tab, a, triggerOf } = await openHome();
      await tab.hover(triggerOf(a));
      await tab.move(2, 2);
      const start = await tab.run(() => performance.now());
      await tab.until((ms) => performance.now() - ms > 1000, start);

      expect(await statesOf(tab)).toEqual([]);
    });

    test('opens on Enter, closes on Escape, keeps the focus, and describes its trigger', async () => {
      const { tab, a, triggerOf } = await openHome();
      await tab.run((trigger) => document.querySelector<HTMLElement>(trigger)!.focus(), triggerOf(a));
      for (const _ of [1, 2]) {
        await tab.press(['Enter']);
        await tab.untilShown(`#${a}:popover-open`);
        await tab.press(['Escape']);
        await tab.untilGone(':popover-open');
      }

      expect(await statesOf(tab)).toEqual([`${a} open`, `${a} closed`, `${a} open`, `${a} closed`]);
      expect(await tab.run(() => document.activeElement!.getAttribute('aria-describedby'))).toBe(a);
    });

    test('opens on a click before the 700 ms, and closes on the next one', async () => {
      const { tab, a, triggerOf } = await openHome();
      await tab.click(triggerOf(a));
      await tab.untilShown(`#${a}:popover-open`);
      await tab.click(triggerOf(a));
      await tab.untilGone(':popover-open');

      expect(await statesOf(tab)).toEqual([`${a} open`, `${a} closed`]);
    });

    test('opens on a tap, and closes on the next one', async ({ skip }) => {
      const { tab, a, triggerOf } = await openHome();
      skip(tab.tap === undefined, 'The driver of WebKit turns taps into clicks.');
      await tab.tap!(triggerOf(a));
      await tab.untilShown(`#${a}:popover-open`);
      await tab.tap!(triggerOf(a));
      await tab.untilGone(':popover-open');

      expect(await statesOf(tab)).toEqual([`${a} open`, `${a} closed`]);
    });
  });

  test('an unknown path is logged once', async () => {
    const { tab } = await open('a/b/c?email=ann@visitor.example');

    await expect.poll(() => tab.logged()).toEqual([['No page answers to this path:', '/a/b/c']]);
    expect(await tab.texts('h1')).toHaveLength(1);
  });

  test('links are underlined, and drawings end above the text below them', async () => {
    const { tab } = await open('our-approach/');
    await tab.resize(375, 800);

    const lines = await tab.run(() =>
      Array.from(document.querySelectorAll('.link'), (link) => getComputedStyle(link).textDecorationLine),
    );
    const gaps = await tab.run(() =>
      Array.from(document.querySelectorAll('li:has(> h3) svg'), (drawing) => {
        const text = drawing.closest('li')!.querySelector('p')!;
        return Math.round(text.getBoundingClientRect().top - drawing.getBoundingClientRect().bottom);
      }),
    );

    expect(new Set(lines)).toEqual(new Set(['underline']));
    expect(gaps).toEqual([16, 16, 16, 16]);
  });

  test('no page scrolls sideways, or breaks its policy', async () => {
    const { server, tab } = await open('');
    const troubles: unknown[] = [];
    for (const address of ADDRESSES) {
      await tab.goto(server.url + address.slice(1));
      for (const width of [320, 375, 768, 1280, 1920]) {
        await tab.resize(width, 800);
        const shown = await tab.run(() => document.documentElement.scrollWidth);
        if (shown > width) troubles.push(`${address} is ${shown} pixels wide in a window of ${width}`);
      }
      if (address !== '/404.html') troubles.push(...(await tab.logged()));
    }

    expect(troubles).toEqual([]);
  });
});
