import type { Page } from 'playwright-core';

/** Where the focus came to rest, and what is wrong there. */
export interface Stop {
  /** Which of the page's elements that take the focus, in the order of the document. */
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

/** How an element shows that it has the focus: what of it is at least two pixels wide. */
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

/** Presses a key repeatedly, and returns where the focus was after each press: nowhere, once it has left the page. */
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
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame); // for its tooltip to show
  }
  for (const animation of document.getAnimations()) animation.finish();
  const index = stops.findIndex((stop) => stop.element === element);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const line = element.getClientRects()[0]!; // of a link that is broken across lines, the first part
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
