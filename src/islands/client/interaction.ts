/** The interactions that an island can wait for. The first event of each is in this list. */
const INTERACTIONS = ['click', 'focusin', 'input', 'keydown', 'pointerdown', 'submit'];

/**
 * The event is caught in the capture phase, before it reaches the island. The island is hydrated by the time the event
 * arrives, handles it like any other, and the browser's default action stays in place.
 *
 * @param hydrate must have hydrated the island when it returns
 */
export function hydrateOnInteraction(element: Element, hydrate: () => void): void {
  listen(element, (_event, stop) => {
    stop.abort();
    hydrate();
  });
}

/**
 * The same for an island whose script must be fetched first. Clicks and submits wait until then. Other events take effect
 * immediately, and the island receives a copy of them later.
 *
 * @param hydrate resolves when the island is hydrated, or cannot be
 */
export function fetchOnInteraction(element: Element, hydrate: () => Promise<void>): void {
  const events: Event[] = [];
  listen(element, (event, stop) => {
    if (event.type === 'click' || event.type === 'submit') {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (events.push(event) > 1) return;
    void hydrate().then(() => {
      stop.abort();
      for (const held of events) repeat(held);
    });
  });
}

/** Repeats an event, except for input, which the island itself replays: see `replay-input.ts`. */
function repeat(event: Event): void {
  const { type, target } = event;
  if (type === 'submit') (target as HTMLFormElement).requestSubmit((event as SubmitEvent).submitter);
  else if (type !== 'input') target?.dispatchEvent(new (event.constructor as typeof Event)(type, event));
}

/** @param onEvent also receives a controller that stops listening */
function listen(element: Element, onEvent: (event: Event, stop: AbortController) => void): void {
  const stop = new AbortController();
  for (const type of INTERACTIONS) {
    window.addEventListener(
      type,
      (event) => {
        if (element.contains(event.target as Node)) onEvent(event, stop);
      },
      { capture: true, signal: stop.signal },
    );
  }
}
