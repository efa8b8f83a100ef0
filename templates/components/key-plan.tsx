import { sheets } from '../content/site.ts';

/** As in the margin of a drawing: the whole set as a street of plots, with the one that this sheet shows edged red. */
export function KeyPlan({ path }: { readonly path: string }) {
  const current = sheets.findIndex((sheet) => sheet.path === path);
  return (
    <svg viewBox="0 0 92 24" className="h-6 w-23" aria-hidden="true" focusable="false">
      <path className="plan" d={sheets.map((_, index) => `M${index * 22 + 2.5} 2.5h20v19h-20z`).join('')} />
      <path className="plan plan-solid" d={sheets.map((_, index) => `M${index * 22 + 7.5} 8.5h10v8h-10z`).join('')} />
      {current >= 0 && <path className="fill-none stroke-red stroke-3" d={`M${current * 22 + 2.5} 2.5h20v19h-20z`} />}
    </svg>
  );
}
