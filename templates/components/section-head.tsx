/** The heading of a section, with its first sentence beside it on wide screens. What follows is ruled off from it. */
export function SectionHead({ heading, lead }: { readonly heading: string; readonly lead?: string }) {
  return (
    <div className="section-head rails-2 section-y items-end gap-y-3 pb-8!">
      <h2 className="gutter text-h2">{heading}</h2>
      {lead && <p className="gutter text-muted">{lead}</p>}
    </div>
  );
}
