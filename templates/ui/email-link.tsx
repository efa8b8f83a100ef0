import { company } from '../content/company.ts';

export function EmailLink({ className = 'link' }: { readonly className?: string }) {
  const [name, host] = company.email.split('@');
  return (
    <a href={`mailto:${company.email}`} className={className}>
      {/* Large text breaks here. */}
      {name}@<wbr />
      {host}
    </a>
  );
}
