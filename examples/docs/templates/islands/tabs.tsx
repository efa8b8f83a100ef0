import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { island } from 'sitegen';

interface Props {
  readonly tabs: readonly { readonly name: string; readonly panel: ReactNode }[];
}

/** Shows one of several panels. All of them are in the page: printed, and shown without JavaScript. */
function Tabs({ tabs }: Props) {
  const [selected, setSelected] = useState(0);
  const id = useId();

  function onKeyDown(event: KeyboardEvent) {
    const last = tabs.length - 1;
    const places: Partial<Record<string, number>> = {
      ArrowLeft: selected === 0 ? last : selected - 1,
      ArrowRight: selected === last ? 0 : selected + 1,
      Home: 0,
      End: last,
    };
    const next = places[event.key];
    if (next === undefined) return;
    event.preventDefault(); // of scrolling
    setSelected(next);
    event.currentTarget.parentElement?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div className="tabs">
      <div role="tablist" className="needs-script">
        {tabs.map(({ name }, index) => (
          <button
            key={index}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === selected}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => setSelected(index)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ panel }, index) => (
        <div
          key={index}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          data-selected={index === selected}
        >
          {panel}
        </div>
      ))}
    </div>
  );
}

export default island('tabs', Tabs, { className: 'island' });
