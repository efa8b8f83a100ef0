/** The heading of a section, with its first sentence beside it on wide screens. What follows is ruled off from it. */
export function SectionHead({ heading, lead }: { readonly heading: string; readonly lead?: string }) {
  return (
    <div className="section-y grid gap-3 pb-10! lg:grid-cols-12 lg:items-end lg:gap-0">
      <h2 className="gutter text-h2 lg:col-span-7">{heading}</h2>
      {lead && <p className="gutter text-muted lg:col-span-5">{lead}</p>}
    </div>
  );
}
