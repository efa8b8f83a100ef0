/** The opening of an inner page. */
export function PageHead({ heading, lead }: { readonly heading: string; readonly lead: string }) {
  return (
    <div className="section-y grid gap-6 lg:grid-cols-12 lg:gap-x-0">
      <h1 className="gutter text-h1 lg:col-span-9">{heading}</h1>
      <p className="gutter text-lead text-muted lg:col-span-7 lg:col-start-4">{lead}</p>
    </div>
  );
}
