import type { Strategy } from '../../shared/hydrate-strategies.ts';

/**
 * Calls a function when an island must hydrate: see `Hydrate`.
 *
 * @param when the strategy and its value: `idle`, `visible 200px`, `media (min-width: 40rem)`; null for `load`
 * @param onInteraction takes over if the island waits for a visitor: see `interaction.ts`
 */
export function hydrateWhen(
  element: Element,
  when: string | null,
  hydrate: () => void,
  onInteraction: () => void,
): void {
  const [, strategy, value] = /^(\w*) ?(.*)/.exec(when ?? '') as unknown as [string, Strategy | '', string];
  if (strategy === 'idle') {
    // Safari has no idle callbacks. There, the island hydrates when the current task ends.
    ((window.requestIdleCallback as typeof requestIdleCallback | undefined) ?? setTimeout)(hydrate);
  } else if (strategy === 'visible' && boxesIn(element)[0]) {
    onView(boxesIn(element), value, hydrate);
  } else if (strategy === 'interaction') {
    onInteraction();
  } else if (strategy === 'media' && !matchMedia(value).matches) {
    matchMedia(value).addEventListener('change', hydrate, { once: true });
  } else {
    setTimeout(hydrate); // a task per island, so that none blocks input for long
  }
}

/**
 * Elements of the island that have a box, or get one when the part of the page around them is shown: a closed `<details>`, a
 * hidden tab. The island's element has none itself (`display: contents`).
 */
function boxesIn(parent: Element): Element[] {
  return [...parent.children].flatMap((child) => {
    const { display } = getComputedStyle(child);
    return display === 'contents' ? boxesIn(child) : display === 'none' ? [] : child;
  });
}

function onView(boxes: readonly Element[], rootMargin: string, hydrate: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      hydrate();
    },
    { rootMargin },
  );
  for (const box of boxes) observer.observe(box);
}
