import { editDistance } from './edit-distance.ts';

/** With more typing errors, it is another word. */
const MAX_DISTANCE = 3;

/**
 * @returns the name that was probably intended, if one is similar
 *
 * @example
 * suggestName('h1-cuont', ['h1-count', 'alt-missing']) // 'h1-count'
 */
export function suggestName(written: string, names: readonly string[]): string | undefined {
  const limit = Math.min(MAX_DISTANCE, Math.floor(written.length / 2));
  const rated = names.map((name) => ({
    name,
    distance: editDistance(written.toLowerCase(), name.toLowerCase(), limit),
  }));
  const [best] = rated.toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= limit ? best.name : undefined;
}
