import type { Strategy } from '../api/hydrate-strategies.ts';

/** What an island can wait for a visitor to do. The first event of each interaction is in this list. */
const INTERACTIONS = ['click', 'focusin', 'input', 'keydown', 'pointerdown', 'submit'];

/**
 * Calls back when an island has to hydrate: see `Hydrate`.
 *
 * @param when the strategy and its value: `idle`, `visible 200px`, `media (min-width: 40rem)`; null for `load`
 * @param hydrateNow must have hydrated the island when it returns, because an event is waiting
 */
export function hydrateWhen(element: Element, when: string | null, hydrate: () => void, hydrateNow: () => void): void {
  const [, word, value = ''] = /^(\w+) ?(.*)/.exec(when ?? '') ?? [];
  const strategy = word as Strategy | undefined;
  if (strategy === 'idle') {
    // Safari has no idle callbacks. There, it is when the current task ends.
    ((window.requestIdleCallback as typeof requestIdleCallback | undefined) ?? setTimeout)(hydrate);
  } else if (strategy === 'visible' && 'IntersectionObserver' in window && element.firstElementChild) {
    onView(element, value, hydrate);
  } else if (strategy === 'interaction') {
    onInteraction(element, hydrateNow);
  } else if (strategy === 'media' && !matchMedia(value).matches) {
    matchMedia(value).addEventListener('change', hydrate, { once: true });
  } else {
    setTimeout(hydrate); // a task per island, so that none blocks input for long
  }
}

/** The island's element has no box of its own (`display: contents`), but its children have. */
function onView(element: Element, rootMargin: string, hydrate: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      hydrate();
    },
    { rootMargin },
  );
  for (const child of element.children) observer.observe(child);
}

/**
 * The event is caught in the capture phase, before it reaches the island. The island is hydrated by the time the event
 * arrives, handles it like any other, and the browser's default action stays in place.
 */
function onInteraction(element: Element, hydrate: () => void): void {
  const hydrated = new AbortController();
  const options = { capture: true, signal: hydrated.signal };
  const hydrateFor = ({ target }: Event) => {
    if (!element.contains(target as Node)) return;
    hydrated.abort();
    hydrate();
  };
  for (const type of INTERACTIONS) window.addEventListener(type, hydrateFor, options);
}
