import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { island } from 'sitegen';
import { onOpenTipChange, openingOf, setOpenTip } from '../tooltip/open-tip.ts';
import { showTip } from '../tooltip/show-tip.ts';
import { watchTrigger } from '../tooltip/watch-trigger.ts';

interface Props {
  /** The id of the tip, unique on its page. */
  readonly id: string;
  readonly term: string;
  /** What the term means. */
  readonly children: ReactNode;
}

/** The tip is text of the page until the script turns it into a popover, and always where no pointer can hover. */
function Tooltip({ id, term, children }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const opening = useSyncExternalStore(
    onOpenTipChange,
    () => openingOf(id),
    () => undefined,
  );

  useEffect(() => {
    const element = tip.current!;
    if (!('popover' in element) || matchMedia('(hover: none)').matches) return undefined;
    element.popover = 'manual';
    return watchTrigger(trigger.current!, id);
  }, [id]);

  useLayoutEffect(() => {
    if (!opening) return undefined;
    const shown = { trigger: trigger.current!, tip: tip.current!, visitor: opening.visitor };
    return showTip(shown, () => setOpenTip(undefined));
  }, [opening]);

  return (
    <>
      <button ref={trigger} type="button" aria-describedby={id} className="term">
        {term}
      </button>
      <span ref={tip} id={id} role="tooltip" className="tip">
        {children}
      </span>
    </>
  );
}

export default island('tooltip', Tooltip);
