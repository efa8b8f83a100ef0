import type { ReactNode } from 'react';

interface Props {
  readonly id?: string;
  readonly heading: string;
  readonly lead?: string;
  readonly isTinted?: boolean;
  readonly children: ReactNode;
}

/** A section under its heading and its first sentence. */
export function Section({ id, heading, lead, isTinted = false, children }: Props) {
  return (
    <section id={id} className={`page py-section ${isTinted ? 'bg-tint' : ''}`}>
      <h2 className="text-h2">{heading}</h2>
      {lead && <p className="mt-3 text-lead text-muted">{lead}</p>}
      <div className="mt-8 lg:mt-10">{children}</div>
    </section>
  );
}
