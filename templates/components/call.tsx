import { CommandLink } from './command-link.tsx';

interface Props {
  readonly heading: string;
  readonly text: string;
  readonly link: string;
  readonly quiet?: boolean;
}

/** An invitation to get in touch. */
export function Call({ heading, text, link, quiet = false }: Props) {
  return (
    <section className="gutter grid print:hidden items-center gap-6 border-t border-ink py-12 lg:grid-cols-12 lg:gap-8 lg:py-16">
      <div className="lg:col-span-6">
        <h2 className="text-h2">{heading}</h2>
        <p className="mt-2 text-muted">{text}</p>
      </div>
      <p className="lg:col-span-6">
        <CommandLink href="/contact/" label={link} quiet={quiet} />
      </p>
    </section>
  );
}
