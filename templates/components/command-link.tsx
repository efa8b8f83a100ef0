/** A link that asks for the next step. `quiet` is for the second of two on a page. */
export function CommandLink({
  href,
  label,
  quiet,
}: {
  readonly href: string;
  readonly label: string;
  readonly quiet?: boolean;
}) {
  return (
    <a href={href} className={quiet ? 'command command-quiet' : 'command'}>
      {label}
    </a>
  );
}
