import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { island } from 'sitegen';

interface Props {
  readonly tabs: readonly { readonly name: string; readonly panel: ReactNode }[];
}

/** Shows one of several panels. All of them are in the page: printed, and shown without JavaScript. */
function Tabs({ tabs }: Props) {
  const [selected, setSelected] = useState(0);
  const id = useId();

  function onKeyDown({ key, currentTarget }: KeyboardEvent) {
    if (key !== 'ArrowRight' && key !== 'ArrowLeft') return;
    const next = (selected + (key === 'ArrowRight' ? 1 : tabs.length - 1)) % tabs.length;
    setSelected(next);
    currentTarget.parentElement?.querySelectorAll('button')[next]?.focus();
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
