import { useEffect, useRef, type ReactNode } from 'react';
import { island } from 'sitegen';

/** How long a pointer rests on a term before its tip opens, in milliseconds. */
const DELAY = 700;
/** For how long after one tip has closed the next one opens at once. */
const SKIP = 300;

let closedAt = -Infinity;

interface Props {
  /** The id of the tip, unique on its page. */
  readonly id: string;
  readonly term: string;
  readonly children: ReactNode;
}

/** The browser opens the tip on click, tap and Enter, and closes it on Escape. The script adds the mouse. */
function Tooltip({ id, term, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  useEffect(() => watchMouse(button.current!, tip.current!), []);
  return (
    <>
      <button ref={button} type="button" popoverTarget={id} aria-describedby={id} className="cursor-help text-start">
        {`${term}\u00a0`}
        <svg
          viewBox="0 0 16 16"
          width="16"
          height="16"
          className="inline size-[1em] align-[-0.125em] print:hidden"
          aria-hidden="true"
        >
          <path
            className="stroke-[1.25]"
            fill="none"
            stroke="currentColor"
            d="M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM8 7v4.5"
          />
          <path className="fill-current" d="M7.1 4h1.8v1.8H7.1z" />
        </svg>
      </button>
      <span ref={tip} id={id} popover="auto" role="tooltip" className="tip">
        {children}
      </span>
    </>
  );
}

/**
 * Opens the tip when a mouse has rested on the button. The tip stays while the mouse is on the element around both that
 * is marked `data-figures`; without one, on the button.
 *
 * @returns ends it
 */
function watchMouse(button: HTMLElement, tip: HTMLElement): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const close = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') tip.hidePopover();
  };
  const noteClosing = ({ newState }: ToggleEvent) => {
    if (newState === 'closed') closedAt = performance.now();
  };
  const open = () => tip.showPopover({ source: button });
  // Unlike `pointerenter`, it does not occur when the page scrolls under a mouse at rest.
  const wait = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || timer !== undefined) return;
    const isNext = performance.now() - closedAt < SKIP || document.querySelector('.tip:popover-open');
    timer = setTimeout(open, isNext ? 0 : DELAY);
  };
  button.addEventListener('pointermove', wait, { signal });
  button.addEventListener('pointerleave', stopWaiting, { signal });
  button.addEventListener('click', () => clearTimeout(timer), { signal }); // from here on the browser opens and closes it
  (button.closest<HTMLElement>('[data-figures]') ?? button).addEventListener('pointerleave', close, { signal });
  tip.addEventListener('beforetoggle', noteClosing, { signal });
  return () => {
    watching.abort();
    stopWaiting();
  };
}

export default island('tooltip', Tooltip);
