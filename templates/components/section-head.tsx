/** The heading of a section, with its first sentence beside it on wide screens. */
export function SectionHead({ heading, lead }: { readonly heading: string; readonly lead?: string }) {
  return (
    <div className="grid gap-3 lg:grid-cols-12 lg:items-end lg:gap-8">
      <h2 className="text-h2 lg:col-span-7">{heading}</h2>
      {lead && <p className="text-muted lg:col-span-5">{lead}</p>}
    </div>
  );
}
