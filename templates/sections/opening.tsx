import type { ReactNode } from 'react';
import { Town, type TownCrop } from '../drawings/town.tsx';

interface Props {
  readonly heading: ReactNode;
  readonly lead: string;
  /** The part of the town beside it. */
  readonly crop: TownCrop;
  /** Says what the picture shows. */
  readonly caption?: string;
  /** The number of the picture. */
  readonly sheet?: string;
  /** Stands above the heading. */
  readonly above?: ReactNode;
  /** Stands below the lead. */
  readonly children?: ReactNode;
}

/** The opening of a page: what it is about, beside a picture. */
export function Opening({ heading, lead, crop, caption, sheet, above, children }: Props) {
  return (
    <div className="split border-b border-control last:border-b-0">
      <div className="flex flex-col justify-center py-10 sm:py-16 lg:min-h-96 print:min-h-0 print:py-6">
        {above}
        <h1 className="text-h1">{heading}</h1>
        <p className="mt-5 max-w-[27em] text-lead text-muted">{lead}</p>
        {children}
      </div>
      <figure aria-hidden="true" className="flex flex-col border-control max-lg:border-t lg:border-s print:hidden">
        <Town crop={crop} className="h-64 w-full sm:h-96 lg:h-0 lg:grow" />
        {caption && (
          <figcaption className="flex justify-between gap-x-6 border-t border-control px-gutter py-4 text-caption text-muted lg:ps-10 lg:pe-margin">
            <span>{caption}</span>
            <span className="whitespace-nowrap">{sheet}</span>
          </figcaption>
        )}
      </figure>
    </div>
  );
}
