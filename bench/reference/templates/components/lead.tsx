import type { ReactNode } from 'react';

/** How each page begins. */
export function Lead({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <h1 className="text-4xl font-bold tracking-tight text-stone-900">{title}</h1>
      <p className="mt-6 max-w-2xl text-lg text-stone-600">{children}</p>
    </>
  );
}
