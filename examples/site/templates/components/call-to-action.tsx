import type { ReactNode } from 'react';
import { href } from 'sitegen';

/** The last section of a page. */
export function CallToAction({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="bg-deep text-white print:hidden">
      <div className="wrap grid justify-items-start gap-6 py-16 md:grid-cols-[1fr_auto] md:items-center md:py-24">
        <h2 className="max-w-[22ch]">{title}</h2>
        <a href={href('/contact')} className="btn bg-signal text-deep outline-white hover:bg-white">
          {children}
        </a>
      </div>
    </section>
  );
}
