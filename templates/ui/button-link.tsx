interface Props {
  readonly href: string;
  readonly label: string;
  /** For the second of two on a page. */
  readonly quiet?: boolean;
}

/** A link that asks for the next step. */
export function ButtonLink({ href, label, quiet = false }: Props) {
  return (
    <a href={href} className={quiet ? 'btn btn-quiet print:hidden' : 'btn print:hidden'}>
      {label}
    </a>
  );
}
