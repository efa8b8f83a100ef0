interface Props {
  readonly percent: number;
  readonly plots?: number | undefined;
}

/** A share of some plots, in blue. A plot is a dash of a line: 7 of the drawing's units wide, and 1 from the next. */
export function Share({ percent, plots = 20 }: Props) {
  const dashes = { strokeWidth: 10, strokeDasharray: '7 1', shapeRendering: 'crispEdges' } as const;
  const width = plots * 8 - 1;
  return (
    <svg
      viewBox={`0 0 ${width} 10`}
      width={width}
      height="10"
      preserveAspectRatio="none"
      className="mt-auto h-9 w-full pt-4"
      aria-hidden="true"
    >
      <path className="stroke-plot-2" {...dashes} d={`M0 5h${width}`} />
      <path className="stroke-blue" {...dashes} d={`M0 5h${Math.round((plots * percent) / 100) * 8 - 1}`} />
    </svg>
  );
}
