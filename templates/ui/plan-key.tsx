import type { ComponentProps } from 'react';
import { planKey } from '../content/site.ts';

/** What the edges on a plan mean. Screen readers hear of neither. */
export function PlanKey({ note, className = '' }: { readonly note: string; readonly className?: string }) {
  return (
    <ul aria-hidden="true" className={`text-caption text-muted ${className}`}>
      <li>{note}</li>
      <li className="flex">
        <Line className="stroke-red stroke-4" stroke="red" />
        {planKey.subject}
      </li>
      <li className="flex">
        <Line className="stroke-ink stroke-[2.5]" strokeDasharray="7 4" />
        {planKey.data}
      </li>
    </ul>
  );
}

function Line(line: ComponentProps<'path'>) {
  return (
    <svg viewBox="0 0 28 4" width="28" height="4" className="me-2.5 mt-[0.6em] flex-none" aria-hidden="true">
      <path stroke="currentColor" {...line} d="M0 2h28" />
    </svg>
  );
}
