import type { ReactNode } from 'react';

interface Props {
  readonly heading: string;
  readonly lead: string;
  readonly picture: ReactNode;
  /** A link back, above the heading. */
  readonly back?: ReactNode;
}

/** The opening of a page: what it is about, beside a picture. */
export function Opening({ heading, lead, picture, back }: Props) {
  return (
    <div className="split border-b border-control">
      <div className="flex flex-col justify-center py-10 sm:py-16 lg:min-h-96">
        {back}
        <h1 className="text-h1">{heading}</h1>
        <p className="mt-5 max-w-[27em] text-lead text-muted">{lead}</p>
      </div>
      <div className="flex border-control max-lg:border-t lg:border-s print:hidden">{picture}</div>
    </div>
  );
}
