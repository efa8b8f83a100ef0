/** What somebody does that an island may be waiting for. All of them come before the island's own handlers. */
const INTERACTIONS = ['click', 'focusin', 'input', 'keydown', 'pointerdown', 'submit'];

/**
 * Calls back when an island is to wake up: see `Hydrate`.
 *
 * @param when `idle`, `visible 200px`, `media (min-width: 40rem)`; null for at once
 * @param wakeAtOnce has to be done when it returns, because an event waits
 */
export function wakeWhen(element: Element, when: string | null, wake: () => void, wakeAtOnce: () => void): void {
  const [, kind, detail = ''] = /^(\w+) ?(.*)/.exec(when ?? '') ?? [];
  if (kind === 'idle') {
    // Safari has no idle callbacks. There, it is when what is under way is done.
    ((window.requestIdleCallback as typeof requestIdleCallback | undefined) ?? setTimeout)(wake);
  } else if (kind === 'visible' && 'IntersectionObserver' in window && element.firstElementChild) {
    onView(element, detail, wake);
  } else if (kind === 'interaction') {
    onInteraction(element, wakeAtOnce);
  } else if (kind === 'media' && !matchMedia(detail).matches) {
    matchMedia(detail).addEventListener('change', wake, { once: true });
  } else {
    setTimeout(wake); // a task for each: nothing holds up what a visitor does for long
  }
}

/** The island's element has no box of its own (`display: contents`); what is in it has. */
function onView(element: Element, rootMargin: string, wake: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      wake();
    },
    { rootMargin },
  );
  for (const child of element.children) observer.observe(child);
}

/**
 * The event is caught on its way down, before it comes to the island. When the island is awake by the time it gets there,
 * the island handles it like any other, and what the browser does by itself stays in place.
 */
function onInteraction(element: Element, wake: () => void): void {
  const awake = new AbortController();
  const options = { capture: true, signal: awake.signal };
  const wakeFor = ({ target }: Event) => {
    if (!element.contains(target as Node)) return;
    awake.abort();
    wake();
  };
  for (const type of INTERACTIONS) window.addEventListener(type, wakeFor, options);
}
