/** A span of time, drawn solid for its shortest and open up to its longest. */
export interface Span {
  readonly shortest: number;
  readonly longest: number;
}

/** Spans one after another: each starts at the latest end of the one before. */
export function schedule(spans: readonly Span[]): {
  readonly bars: readonly (Span & { start: number })[];
  readonly total: Span;
} {
  const sum = (before: number, time: keyof Span) =>
    spans.slice(0, before).reduce((length, span) => length + span[time], 0);
  const bars = spans.map((span, index) => ({ ...span, start: sum(index, 'longest') }));
  return { bars, total: { shortest: sum(spans.length, 'shortest'), longest: sum(spans.length, 'longest') } };
}
