/** A plan of an estate, edged red as a whole: terraces round a green. Decoration. */
export function EstatePlan({ className }: { readonly className: string }) {
  return (
    <svg
      viewBox="-120 -60 600 420"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <g transform="rotate(-14 180 150)" className="plan">
        <path
          className="plan-faint"
          d="M-200 2H560M-200 34H560M-200 274H560M-200 306H560M16-200V500M46-200V500M326-200V500M356-200V500"
        />
        <path d="M-114-80V2M-52-80V2M82-110V2M146-110V2M206-110V2M268-110V2M420-80V2M482-80V2M-114 306v90M-52 306v90M110 306v100M180 306v100M250 306v100M430 306v90M-140 34h156M-140 110H16M-140 190H16M-140 274H16M356 34h160M356 96h160M356 176h160M356 274h160" />
        <path
          className="plan-solid"
          d="M58-42h16v30H58zM94-46h40v36H94zM158-44h36v34h-36zM218-46h38v36h-38zM280-42h34v32h-34zM-100-40h36v30h-36zM-40-44h40v34h-40zM370-42h38v32h-38zM432-42h38v32h-38zM-38 52h40v40h-40zM-38 128h36v44h-36zM-38 212h40v40h-40zM372 48h40v34h-40zM372 116h40v44h-40zM372 204h36v44h-36zM60 322h38v34H60zM124 320h42v38h-42zM194 322h40v34h-40zM264 320h44v38h-44zM372 322h42v36h-42zM-38 322h38v36h-38z"
        />
        <path className="plan-solid" d="M76 72h220v34H76zM76 206h220v34H76zM76 122h32v68H76zM264 122h32v68h-32z" />
        <path d="M98 72v34m22-34v34m22-34v34m22-34v34m22-34v34m22-34v34m22-34v34m22-34v34m22-34v34M98 206v34m22-34v34m22-34v34m22-34v34m22-34v34m22-34v34m22-34v34m22-34v34m22-34v34M76 145h32m-32 22h32M264 145h32m-32 22h32" />
        <path className="plan-faint" d="M124 122h124v68H124zM124 122l124 68m0-68l-124 68" />
        <path className="plan-subject" d="M62 58h248v196H62z" />
      </g>
    </svg>
  );
}
