import type { ComponentProps } from 'react';
import { planKey } from '../content/site.ts';

/** What the edges on a plan mean. Screen readers hear of neither. */
export function PlanKey({ note, className = '' }: { readonly note: string; readonly className?: string }) {
  const { subject, data } = planKey;
  return (
    <ul aria-hidden="true" className={`text-caption text-muted ${className}`}>
      <li>{note}</li>
      <li className="flex">
        <Line className="stroke-red stroke-4" stroke="red" />
        <Edge {...subject} />
      </li>
      <li className="flex">
        <Line className="stroke-blue stroke-[2.5]" stroke="blue" strokeDasharray="8 5" />
        <Edge {...data} />
      </li>
    </ul>
  );
}

/** Names a line by its kind and its colour, or by its kind alone where visitors have colours of their own. */
function Edge({ kind, hue, meaning }: { readonly kind: string; readonly hue: string; readonly meaning: string }) {
  return (
    <span>
      {`${kind} `}
      <span className="forced-colors:hidden">{`${hue} `}</span>
      {meaning}
    </span>
  );
}

function Line(line: ComponentProps<'path'>) {
  return (
    <svg viewBox="0 0 28 4" width="28" height="4" className="me-2.5 mt-[0.6em] flex-none" aria-hidden="true">
      <path {...line} d="M0 2h28" />
    </svg>
  );
}
