import { sheets } from '../content/site.ts';

const PLOT = 20;

/** As in the margin of a drawing: the whole set as a street of plots, with the one that this sheet shows filled in. */
export function KeyPlan({ path }: { readonly path: string }) {
  const current = sheets.findIndex((sheet) => sheet.path === path);
  const width = sheets.length * PLOT;
  const walls = sheets.slice(1).map((_, index) => `M${(index + 1) * PLOT + 0.5} 0.5v19`);
  return (
    <svg viewBox={`0 0 ${width + 1} 20`} className="key-plan" aria-hidden="true" focusable="false">
      <path className="plan" d={`M0.5 0.5h${width}v19h-${width}z${walls.join('')}`} />
      {current >= 0 && <path className="fill-ink" d={`M${current * PLOT + 4} 4h13v12h-13z`} />}
    </svg>
  );
}
