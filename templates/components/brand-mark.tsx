/** One parcel edged red in a grey block plan. Stands beside the brand's name, so it has no name of its own. */
export function BrandMark({ className }: { readonly className: string }) {
  return (
    <svg viewBox="0 0 16 16" className={className} aria-hidden="true" focusable="false">
      <path className="fill-control" d="M1 1h5v14H1zM8 11h7v4H8z" />
      <path className="fill-none stroke-red stroke-2" d="M9 2h5v6H9z" />
    </svg>
  );
}
