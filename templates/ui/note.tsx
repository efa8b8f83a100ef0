import type { ReactNode } from 'react';

/** Says what a drawing shows, for those who see it: drawings are hidden from screen readers, and so are their notes. */
export function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p aria-hidden="true" className="mt-4 max-w-none text-caption text-muted">
      {children}
    </p>
  );
}
