import { useEffect, useRef } from 'react';
import { island } from 'sitegen';
import { attachTooltip } from '../tooltip/attach.ts';

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

  useEffect(() => {
    // A browser without popovers shows the tip as part of the text.
    const canOpen = 'popover' in HTMLElement.prototype;
    return canOpen && trigger.current && tip.current ? attachTooltip(trigger.current, tip.current) : undefined;
  }, []);

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
