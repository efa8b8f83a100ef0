/** One parcel edged red in a grey block plan. It stands beside the brand's name, so it has no name of its own. */
export function BrandMark({ size, className = '' }: { readonly size: number; readonly className?: string }) {
  return (
    <svg viewBox="1 1 14 14" width={size} height={size} className={`flex-none ${className}`} aria-hidden="true">
      <path className="fill-control" d="M1 1h5v14H1zM8 11h7v4H8z" />
      <path className="fill-none stroke-red stroke-2" fill="none" stroke="currentColor" d="M9 2h5v6H9z" />
    </svg>
  );
}
