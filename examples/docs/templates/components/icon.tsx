const DRAWINGS = {
  back: 'M6 3 2.5 6.5 6 10M3 6.5h7a3.5 3.5 0 0 1 0 7H7',
  search: 'M7 12.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 3.5 3.5',
  menu: 'M2 4h12M2 8h12M2 12h8',
  outline: 'M2 4h12M5 8h9M5 12h6',
  colours: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm0 0v13a6.5 6.5 0 0 0 0-13Z',
  edit: 'm2.5 13.5.7-3.2 7.8-7.8 2.5 2.5-7.8 7.8-3.2.7Z',
};

/** A drawing beside a text that says the same. */
export function Icon({ name }: { readonly name: keyof typeof DRAWINGS }) {
  return (
    <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden className={`icon icon-${name}`}>
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
