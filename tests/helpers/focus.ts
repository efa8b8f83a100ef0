import type { Page } from 'playwright-core';

/** A place where the focus came to rest, and what is wrong there. */
export interface Stop {
  /** The index among the page's focusable elements, in document order. */
  readonly index: number;
  readonly name: string;
  readonly troubles: readonly string[];
}

type Watched = typeof window & { stops: { readonly element: HTMLElement; readonly ring: string }[] };

/** Finds what the Tab key should reach on a page without any input yet, in document order. */
export async function findStops(page: Page): Promise<number> {
  await page.evaluate(defineRing);
  return page.evaluate(() => {
    const elements = [...document.body.querySelectorAll<HTMLElement>('*')];
    const stops = elements.filter((element) => element.tabIndex >= 0 && element.checkVisibility());
    Object.assign(window, { stops: stops.map((element) => ({ element, ring: ringOf(element) })) });
    return stops.length;
  });
}

declare function ringOf(element: Element): string;

/** The focus ring of an element, as far as it is at least two pixels wide. */
function defineRing(): void {
  const isSeen = (color: string) => !/^rgba\(.*, 0\)$/.test(color);
  Object.assign(window, {
    ringOf(element: Element) {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
      const hasOutline = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && isSeen(outlineColor);
      return `${hasOutline ? `${outlineStyle} ${outlineWidth}` : ''} ${boxShadow === 'none' ? '' : boxShadow}`.trim();
    },
  });
}

/** Presses a key repeatedly, and returns the focus after each press; none once it has left the page. */
export async function travel(page: Page, key: 'Tab' | 'Shift+Tab', presses: number): Promise<(Stop | undefined)[]> {
  const stops: (Stop | undefined)[] = [];
  while (stops.length < presses) {
    await page.keyboard.press(key);
    stops.push(await page.evaluate(lookAtFocus));
  }
  return stops;
}

async function lookAtFocus(): Promise<Stop | undefined> {
  const { stops } = window as Watched;
  const element = document.activeElement as HTMLElement;
  if (element === document.body) return undefined;
  if (element.hasAttribute('aria-describedby')) {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame); // for its tooltip to appear
  }
  for (const animation of document.getAnimations()) animation.finish();
  const index = stops.findIndex((stop) => stop.element === element);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const line = element.getClientRects()[0]!; // the first part of a link that is broken across lines
  const hit = document.elementFromPoint((line.left + line.right) / 2, (line.top + line.bottom) / 2);
  const ring = ringOf(element);
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const hidden = Math.round(Math.max(-left, -top, right - width, bottom - height));
  const troubles = [
    hidden > 0 && `is ${hidden} pixels out of sight`,
    !element.contains(hit) && `lies under ${hit?.outerHTML.slice(0, 80)}`,
    (ring === '' || ring === stops[index]?.ring) && 'has no ring',
  ];
  const name = `${element.localName} ${element.innerText || element.id}`;
  return { index, name, troubles: troubles.filter((trouble) => trouble !== false) };
}
