import type { ComponentProps } from 'react';
import { FigureList } from '../ui/figure-list.tsx';

interface Props extends ComponentProps<typeof FigureList> {
  readonly heading?: string;
  /** Stands for a heading that nobody needs to see. */
  readonly label?: string;
}

/** The figures of a page, in a dark band. */
export function Headline({ heading, label, ...list }: Props) {
  return (
    <section id={list.id} aria-label={label} className="band page py-6 lg:py-8">
      {heading && <h2 className="mb-5 text-h3">{heading}</h2>}
      <FigureList {...list} />
    </section>
  );
}
