import type { Locator, Page } from 'playwright-core';
import { untilHydrated, type Visit } from './visit.ts';

export interface Tooltip {
  readonly id: string;
  readonly trigger: Locator;
  readonly tip: Locator;
}

/** Pass it to `open` as `prepare`: records which tips are visible from the start, even between two frames. */
export async function watchTooltips(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    const look = () => {
      const tips = [...document.querySelectorAll('[role=tooltip]')];
      const visible = tips.filter((tip) => tip.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
      const ids = visible.map((tip) => tip.id).join(' ');
      if (shown.at(-1) !== ids) shown.push(ids);
    };
    const lookAtEachFrame = () => {
      look();
      requestAnimationFrame(lookAtEachFrame);
    };
    addEventListener('DOMContentLoaded', lookAtEachFrame);
    addEventListener('beforetoggle', () => queueMicrotask(look), true);
    Object.assign(window, { shown });
  });
}

/** Like `watchTooltips`, for tests that advance time with `page.clock.runFor`: the load of the machine does not matter. */
export async function watchTooltipsByClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await watchTooltips(page);
}

/** Shows each tip of the site in turn, by keyboard. */
export async function* showEach(visit: Visit): AsyncGenerator<Tooltip & { readonly address: string }> {
  const { page } = visit;
  for (const address of ['/', '/our-approach/', '/case-study/']) {
    await page.goto(address);
    for (const tooltip of await listTooltips(visit)) {
      await tooltip.trigger.press('Enter');
      await untilShown(page, tooltip);
      yield { ...tooltip, address };
    }
  }
}

/** The tips of a page. */
async function listTooltips({ page }: Visit): Promise<readonly Tooltip[]> {
  await untilHydrated(page);
  const ids = await page.locator('[role=tooltip]').evaluateAll((tips) => tips.map((tip) => tip.id));
  return ids.map((id) => ({
    id,
    trigger: page.locator(`[aria-describedby="${id}"]`),
    tip: page.locator(`[id="${id}"]`),
  }));
}

/** The tips of a page with at least two. */
export async function findTooltips(visit: Visit): Promise<readonly [Tooltip, Tooltip, ...Tooltip[]]> {
  const [first, second, ...rest] = await listTooltips(visit);
  if (first === undefined || second === undefined) throw new Error('The page has fewer than two tooltips.');
  return [first, second, ...rest];
}

type Watched = typeof globalThis & { readonly shown: readonly string[] };

/** The ids of the tips visible so far, in order, starting with none. Two at once are separated by a space. */
export function shownOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (globalThis as Watched).shown);
}

/** Waits until only this tip is visible; without a tip, until none is. */
async function untilShown(page: Page, tip?: Tooltip): Promise<void> {
  await page.waitForFunction((id) => (globalThis as Watched).shown.at(-1) === id, tip?.id ?? '', { timeout: 5_000 });
}

/** Moves the pointer there in small steps, like a hand. */
export async function hover(page: Page, target: Locator): Promise<void> {
  const { x, y } = await centreOf(target);
  await page.mouse.move(x, y, { steps: 8 });
}

/** Moves the pointer around on a trigger. */
export async function stir(page: Page, { trigger }: Tooltip): Promise<void> {
  const { x, y } = await centreOf(trigger);
  await page.mouse.move(x + 10, y + 2, { steps: 6 });
}

/** Moves the pointer off a trigger and its figure, away from its tip. */
export async function leave(page: Page, { trigger, tip }: Tooltip): Promise<void> {
  const from = await centreOf(trigger);
  const isBelow = (await tip.isVisible()) && (await centreOf(tip)).y > from.y;
  await page.mouse.move(from.x, from.y + (isBelow ? -120 : 120), { steps: 8 });
}

/** Scrolls a trigger to the middle of the window, with the pointer at rest in a corner. */
export async function bringIntoView(page: Page, { trigger }: Tooltip): Promise<void> {
  await trigger.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.mouse.move(2, 2, { steps: 2 });
  await untilHydrated(page);
}

async function centreOf(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('There is nothing to point at.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
