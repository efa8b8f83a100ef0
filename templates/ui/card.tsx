import type { ReactNode } from 'react';

/** An item of a list on a tinted section. With `className`, its caller lays out what it holds. */
export function Card({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return (
    <li className={`max-w-none border border-transparent bg-sheet p-card print:border-plan ${className}`}>
      {children}
    </li>
  );
}
