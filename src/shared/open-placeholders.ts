import type { PlaceholderCall } from '../api/placeholder.ts';
import type { OpenPlaceholder } from './model.ts';
import { frameInStack } from './stack-trace.ts';

/**
 * Finds the places of calls. A component calls `placeholder` whenever it renders.
 *
 * @param root the project's folder, absolute
 */
export function toOpenPlaceholders(calls: readonly PlaceholderCall[], root: string): OpenPlaceholder[] {
  const unique = new Map(calls.map((call) => [JSON.stringify(call), call]));
  return Array.from(unique.values(), ({ what, stack }) => ({ what, place: frameInStack(stack, root)?.place }));
}
