interface Props {
  readonly percent: number;
  readonly className?: string;
}

/** A terrace of 20 plots, of which a share is blue. A plot is a dash of a line, 7 wide and 1 from the next, for 5%. */
export function Share({ percent, className = '' }: Props) {
  const plots = { strokeWidth: 16, strokeDasharray: '7 1' } as const;
  return (
    <svg
      viewBox="0 0 159 16"
      width="159"
      height="16"
      preserveAspectRatio="xMinYMid"
      shapeRendering="crispEdges"
      aria-hidden="true"
      className={className}
    >
      <path className="stroke-plot-2" {...plots} d="M0 8h159" />
      <path className="stroke-blue" {...plots} d={`M0 8h${(percent / 5) * 8}`} />
    </svg>
  );
}
