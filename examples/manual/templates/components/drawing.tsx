/** A page of plain HTML with one island, as a decoration. Its colours are in `site.css`. */
export function Drawing() {
  return (
    <svg viewBox="0 0 480 340" width={480} height={340} aria-hidden className="drawing">
      <rect className="behind" x="61" y="1" width="418" height="300" rx="14" />
      <rect className="sheet" x="1" y="31" width="430" height="308" rx="14" />
      <path className="dark" d="M32 76h176" />
      <path d="M32 104h300M32 126h264M32 148h284" />
      <rect className="tint" x="32" y="176" width="367" height="92" rx="10" />
      <rect className="edge" x="32" y="176" width="367" height="92" rx="10" />
      <path className="accent" d="M56 206h92M56 236h40" />
      <rect className="knob" x="304" y="204" width="70" height="36" rx="18" />
      <circle className="sheet" cx="356" cy="222" r="13" />
      <path d="M32 298h300" />
    </svg>
  );
}
