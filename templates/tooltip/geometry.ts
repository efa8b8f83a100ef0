/** A place on the screen, and the part of a `DOMRect` that matters here. Both in CSS pixels from the top left. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of the root element that matters here: its size without scrollbars. */
interface Viewport {
  readonly clientWidth: number;
  readonly clientHeight: number;
}

/** The space between trigger and tip, and the least space between tip and edge. */
const GAP = 6;
const EDGE = 8;
/** How far a hand may miss its way. */
const SLACK = 5;

/**
 * Where the tip goes: beside its trigger where their group has room for both, so that it covers no other group; else
 * below the trigger, or above the group where there is no room below. In any case inside the viewport.
 */
export function placeTip(trigger: Box, group: Box, tip: Size, viewport: Viewport): Point {
  const beside = trigger.right + GAP;
  const below = trigger.bottom + GAP;
  const above = group.top - GAP - tip.height;
  const lowest = viewport.clientHeight - EDGE - tip.height;
  if (beside + tip.width <= group.right) {
    return { x: beside, y: between(EDGE, (trigger.top + trigger.bottom - tip.height) / 2, lowest) };
  }
  return {
    x: between(EDGE, (trigger.left + trigger.right - tip.width) / 2, viewport.clientWidth - EDGE - tip.width),
    y: between(EDGE, below <= lowest || above < EDGE ? below : above, lowest),
  };
}

function between(low: number, value: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/**
 * Whether a pointer that left at `from` and is now `at` may still be going to `target`: whether it is inside the hull of
 * the two. That is so when the straight line through both points meets the target at or behind `at`.
 */
export function isOnTheWay(from: Point, at: Point, target: Box): boolean {
  const dx = at.x - from.x;
  const dy = at.y - from.y;
  if (Math.hypot(dx, dy) <= SLACK) return true;
  const [enterX, leaveX] = crossing(from.x, dx, target.left - SLACK, target.right + SLACK);
  const [enterY, leaveY] = crossing(from.y, dy, target.top - SLACK, target.bottom + SLACK);
  const leave = Math.min(leaveX, leaveY);
  return leave >= 1 && leave >= Math.max(enterX, enterY);
}

/** When a point that moves by `step` in one unit of time enters and leaves the stretch from `low` to `high`. */
function crossing(start: number, step: number, low: number, high: number): readonly [number, number] {
  if (step === 0) return start >= low && start <= high ? [-Infinity, Infinity] : [Infinity, -Infinity];
  const times = [(low - start) / step, (high - start) / step] as const;
  return [Math.min(...times), Math.max(...times)];
}
