import { company } from '../content/company.ts';
import { SampleNote } from '../draft/sample-note.tsx';

export function EmailLink({ className = 'link' }: { readonly className?: string }) {
  const [name, host] = company.email.split('@');
  return (
    <>
      <a href={`mailto:${company.email}`} className={className}>
        {/* Large text breaks here. */}
        <span>{name}@</span>
        <wbr />
        <span>{host}</span>
      </a>{' '}
      <SampleNote text={company.email} />
    </>
  );
}
