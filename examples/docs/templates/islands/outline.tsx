import { useEffect, useState } from 'react';
import { island } from 'sitegen';

interface Props {
  readonly headings: readonly { readonly depth: number; readonly id: string; readonly text: string }[];
}

/** The headings of the page. In the browser, the section that is being read is marked. */
function Outline({ headings }: Props) {
  const [current, setCurrent] = useState<string>();

  useEffect(() => {
    const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? []);
    // It is called when a heading passes a line in the upper quarter of the window, also if it jumps far above.
    const observer = new IntersectionObserver(
      () => setCurrent(elements.findLast((element) => element.getBoundingClientRect().top < innerHeight / 4)?.id),
      { rootMargin: '1000000px 0px -75% 0px' },
    );
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  }, [headings]);

  return (
    <nav id="_outline" popover="auto" aria-label="On this page" className="outline">
      <p>On this page</p>
      <ul>
        {headings.map(({ depth, id, text }) => (
          <li key={id} className={`depth-${depth}`}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={() => document.getElementById('_outline')?.hidePopover()}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export default island('outline', Outline);
