/** A site plan: streets of plots, the subject edged red, its neighbours edged blue. Decoration, and at most 2 kB. */
export function SitePlan({ empty = false, className }: { readonly empty?: boolean; readonly className: string }) {
  return (
    <svg
      viewBox="0 0 480 560"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <g transform="rotate(-14 240 280)" className="plan">
        <path
          className="plan-faint"
          d="M-90 -60H600M-90 52H600M-90 96H600M-90 452H600M-90 496H600M-90 610H600M-90 664H600"
        />
        <path className="plan-faint" d="M60 96v356M104 96v356M396 96v356M440 96v356" />
        <path d="M-80-60v112m56-112v112m56-112v112m56-112v112m56-112v112m72-112v112m56-112v112m56-112v112m56-112v112m80-112v112" />
        <path d="M-80 496v114m64-114v114m56-114v114m56-114v114m56-114v114m72-114v114m56-114v114m56-114v114m56-114v114m56-114v114" />
        <path
          className="plan-solid"
          d="M-70 8h36v30h-36zm56 0h36v30h-36zm56 4h36v30H42zm56-4h36v30h-36zm58 0h48v34h-48zm70 0h36v30h-36zm56 4h36v30h-36zm56-4h36v30h-36z"
        />
        <path
          className="plan-solid"
          d="M-8 510h40v30H-8zm56 0h36v30H48zm56 0h36v30h-36zm58 0h50v34h-50zm70 0h36v30h-36zm56 0h36v30h-36zm56 0h36v30h-36z"
        />
        <path d="M-90 180H60M-90 270H60M-90 360H60M440 170H600M440 258H600M440 350H600" />
        <path
          className="plan-solid"
          d="M10 118h36v44H10zM10 202h36v44H10zM14 294h32v44H14zM10 382h36v44H10zM454 112h40v40h-40zM454 192h36v44h-36zM454 282h40v44h-40zM454 374h36v44h-36z"
        />
        <path d="M104 216H196M304 216h92M104 334H396M196 96v120M304 96v120M180 334v118M282 334v118" />
        <path
          className="plan-solid"
          d="M122 118h52v60h-52zM222 112h60v52h-60zM326 118h48v56h-48zM118 388h44v46h-44zM204 388h56v46h-56zM306 380h66v54h-66z"
        />
        <path className="plan-around" d="M104 216h92v118h-92zM304 216h92v118h-92z" />
        <path className="plan-solid" d="M120 244h48v62h-48zM330 240h50v66h-50z" />
        {empty || <path className="plan-solid" d="M218 240h44v22h24v50h-68z" />}
        <path className={empty ? 'plan-subject plan-empty' : 'plan-subject'} d="M196 216h108v118H196z" />
      </g>
    </svg>
  );
}
