import { useEffect, useRef, type ReactNode } from 'react';
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

  useEffect(() => {
    const [button, element] = [trigger.current!, tip.current!];
    if (!('popover' in element) || matchMedia('(hover: none)').matches) return undefined;
    element.popover = 'manual';
    let hide: (() => void) | undefined;
    const stopListening = onOpenTipChange(() => {
      hide?.();
      const opening = openingOf(id);
      hide =
        opening && showTip({ trigger: button, tip: element, visitor: opening.visitor }, () => setOpenTip(undefined));
    });
    const stopWatching = watchTrigger(button, id);
    return () => {
      stopWatching();
      stopListening();
    };
  }, [id]);

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
