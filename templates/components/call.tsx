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
    <section className="grid items-center gap-6 border-t border-ink py-12 lg:grid-cols-2 lg:py-16 print:hidden">
      <div className="gutter">
        <h2 className="text-h2">{heading}</h2>
        <p className="mt-2 text-muted">{text}</p>
      </div>
      <p className="gutter">
        <CommandLink href="/contact/" label={link} quiet={quiet} />
      </p>
    </section>
  );
}
