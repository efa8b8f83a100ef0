import type { Locator, Page } from 'playwright-core';
import type { Visit } from './visit.ts';
import { untilAwake } from './visit.ts';

/** What has happened on a page: `{ what: 'pointer', tip: 'benefit-1' }` is the pointer's arrival on that tip's trigger. */
export interface Moment {
  /** `shown` names the tips in sight, `focus` the trigger that has it; an empty name stands for none. */
  readonly what: 'pointer' | 'shown' | 'focus' | 'key' | 'press' | 'scroll';
  readonly tip: string;
  /** Milliseconds on the page's clock. */
  readonly at: number;
}

export interface Tooltip {
  readonly id: string;
  readonly trigger: Locator;
  readonly tip: Locator;
}

/** What the tests read off the page. Times are taken in the page, where a busy machine cannot blur them. */
export interface Tooltips {
  readonly all: readonly Tooltip[];
  /** The first two: islands of their own. */
  readonly a: Tooltip;
  readonly b: Tooltip;
  readonly moments: () => Promise<readonly Moment[]>;
  /** Waits until exactly these tips are in sight. */
  readonly untilShown: (...tips: Tooltip[]) => Promise<void>;
  /** Waits until the page's clock is `ms` after the last such moment. */
  readonly untilAfter: (what: Moment['what'], tip: Tooltip | undefined, ms: number) => Promise<void>;
}

/** To be given to `open` as `prepare`: notes what happens from the start. */
export function watchTooltips(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const moments: Moment[] = [];
    const note = (what: Moment['what'], tip: string) => {
      if (moments.findLast((moment) => moment.what === what)?.tip !== tip || what === 'key') {
        moments.push({ what, tip, at: performance.now() });
      }
    };
    const tipOf = (target: EventTarget | null) =>
      (target instanceof Element && target.closest('[aria-describedby]')?.getAttribute('aria-describedby')) || '';
    const look = () => {
      const tips = [...document.querySelectorAll('[role=tooltip]')];
      const shown = tips.filter((tip) => tip.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
      note('shown', shown.map((tip) => tip.id).join(' '));
    };
    const lookEachFrame = () => {
      look();
      requestAnimationFrame(lookEachFrame);
    };
    addEventListener('pointermove', (event) => note('pointer', tipOf(event.target)), true);
    addEventListener('focusin', (event) => note('focus', tipOf(event.target)), true);
    addEventListener('focusout', () => note('focus', ''), true);
    addEventListener('keydown', (event) => note('key', event.key), true);
    addEventListener('pointerdown', (event) => note('press', tipOf(event.target)), true);
    addEventListener('scroll', () => note('scroll', ''), true);
    // Sees a tip, too, that is gone before the next frame.
    addEventListener('beforetoggle', () => queueMicrotask(look), true);
    addEventListener('DOMContentLoaded', lookEachFrame);
    Object.assign(window, { moments });
  });
}

/** @param visit of a page that was opened with `watchTooltips` */
export async function findTooltips({ page }: Visit): Promise<Tooltips> {
  await untilAwake(page);
  const ids = await page.locator('[role=tooltip]').evaluateAll((tips) => tips.map((tip) => tip.id));
  const all = ids.map((id) => ({
    id,
    trigger: page.locator(`[aria-describedby="${id}"]`),
    tip: page.locator(`[id="${id}"]`),
  }));
  const [a, b] = all;
  if (a === undefined || b === undefined) throw new Error('The page has fewer than two tooltips.');
  return {
    all,
    a,
    b,
    moments: () => page.evaluate(() => (window as unknown as { moments: Moment[] }).moments),
    untilShown: async (...tips) => {
      const names = tips.map((tip) => tip.id).join(' ');
      await page.waitForFunction(
        (wanted) =>
          (window as unknown as { moments: Moment[] }).moments.findLast(({ what }) => what === 'shown')?.tip === wanted,
        names,
        { timeout: 5_000 },
      );
    },
    untilAfter: async (what, tip, ms) => {
      await page.waitForFunction(
        ([kind, name, pause]) => {
          const { moments } = window as unknown as { moments: Moment[] };
          const moment = moments.findLast((candidate) => candidate.what === kind && candidate.tip === name);
          return moment !== undefined && performance.now() >= moment.at + pause;
        },
        [what, tip?.id ?? '', ms] as const,
        { timeout: 10_000 },
      );
    },
  };
}

/** Moves the pointer there as a hand does: in small steps. */
export async function hover(page: Page, target: Locator): Promise<void> {
  const { x, y } = await centreOf(target);
  await page.mouse.move(x, y, { steps: 8 });
}

/** Moves the pointer off a trigger, away from its tip. */
export async function leave(page: Page, { trigger, tip }: Tooltip): Promise<void> {
  const from = await centreOf(trigger);
  const isAbove = !(await tip.isVisible()) || (await centreOf(tip)).y < from.y;
  await page.mouse.move(from.x, from.y + (isAbove ? 70 : -70), { steps: 8 });
}

/** Moves the pointer about on a trigger. */
export async function stir(page: Page, { trigger }: Tooltip): Promise<void> {
  const { x, y } = await centreOf(trigger);
  await page.mouse.move(x + 10, y + 2, { steps: 6 });
}

/** Puts a trigger into the middle of the window, with the pointer at rest in a corner. */
export async function bringIntoView(page: Page, { trigger }: Tooltip): Promise<void> {
  await trigger.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.mouse.move(2, 2, { steps: 2 });
  await untilAwake(page);
}

/** How many milliseconds after one moment the other one came first. */
export function elapsed(moments: readonly Moment[], from: Partial<Moment>, to: Partial<Moment>): number {
  const matches = (wanted: Partial<Moment>) => (moment: Moment) =>
    moment.what === wanted.what && moment.tip === wanted.tip;
  const start = moments.findLast(matches(from));
  const end = start && moments.find((moment) => matches(to)(moment) && moment.at >= start.at);
  if (start === undefined || end === undefined) throw new Error(`Not so: ${JSON.stringify({ from, to, moments })}`);
  return end.at - start.at;
}

async function centreOf(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('There is nothing to point at.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
