interface Props {
  readonly href: string;
  readonly label: string;
  /** For the second of two on a page. */
  readonly quiet?: boolean;
}

/** A link that asks for the next step. */
export function CommandLink({ href, label, quiet }: Props) {
  return (
    <a href={href} className={quiet ? 'command command-quiet' : 'command'}>
      {label}
    </a>
  );
}
