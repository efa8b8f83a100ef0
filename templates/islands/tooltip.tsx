import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { island } from 'sitegen';
import { onOpenTipChange, openingOf, setOpenTip } from '../tooltip/open-tip.ts';
import { showTip } from '../tooltip/show-tip.ts';
import { watchTrigger } from '../tooltip/watch-trigger.ts';

interface Props {
  /** The id of the tip, unique on its page. */
  readonly id: string;
  readonly term: string;
  /** What the term means: additional words only, because a touch screen never shows them. */
  readonly meaning: string;
}

function Tooltip({ id, term, meaning }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const opening = useSyncExternalStore(
    onOpenTipChange,
    () => openingOf(id),
    () => undefined,
  );

  useEffect(() => {
    const element = trigger.current;
    // A browser without popovers shows the tip as part of the text.
    return element && 'popover' in element ? watchTrigger(element, id) : undefined;
  }, [id]);

  useLayoutEffect(() => {
    if (!opening || !trigger.current || !tip.current) return undefined;
    const shown = { trigger: trigger.current, tip: tip.current, visitor: opening.visitor };
    return showTip(shown, () => setOpenTip(undefined));
  }, [opening]);

  return (
    <>
      <button ref={trigger} type="button" aria-describedby={id} className="term">
        {term}
      </button>
      <span ref={tip} id={id} role="tooltip" popover="manual" className="tip">
        {meaning}
      </span>
    </>
  );
}

export default island('tooltip', Tooltip);
