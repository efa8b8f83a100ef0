import type { Phase } from './approach.ts';

interface Stretch {
  readonly start: number;
  readonly shortest: number;
  readonly longest: number;
}

/** Phases one after another, in weeks: each starts at the latest end of the one before. */
export function schedule(phases: readonly Phase[]): { readonly bars: readonly Stretch[]; readonly total: number } {
  const starts = phases.map((_, index) => sum(phases.slice(0, index), 'longest'));
  const bars = phases.map(({ weeks }, index) => ({ start: starts[index] ?? 0, ...weeks }));
  return { bars, total: sum(phases, 'longest') };
}

/** The weeks of all phases together, when each takes its shortest or its longest time. */
export function sum(phases: readonly Phase[], time: keyof Phase['weeks']): number {
  return phases.reduce((weeks, phase) => weeks + phase.weeks[time], 0);
}
