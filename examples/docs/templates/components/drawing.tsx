/** A page of this site, as a decoration. Its colours are in `site.css`. */
export function Drawing() {
  return (
    <svg viewBox="0 0 480 340" width={480} height={340} aria-hidden className="drawing">
      <rect className="behind" x="61" y="1" width="418" height="300" rx="14" />
      <rect className="sheet" x="1" y="31" width="430" height="308" rx="14" />
      <path strokeWidth="1.5" d="M1 71h430M121 71v268" />
      <path className="accent" d="M24 51h34" />
      <path d="M336 51h72" />
      <rect className="tint" x="14" y="119" width="94" height="24" rx="6" />
      <path className="dark" d="M24 98h48M24 222h36M148 110h112" />
      <path className="accent" d="M32 131h52M390 110h22" />
      <path d="M32 155h44M32 179h60M32 246h52M32 270h36M148 140h186M148 160h148M148 180h170M378 132h34M378 154h26M148 306h164" />
      <rect className="tint" x="144" y="208" width="198" height="72" rx="8" />
      <path className="accent" d="M160 230h40" />
      <path d="M160 256h138" />
    </svg>
  );
}
