/** The rows of a collection that are not in files. */
import type { Place } from '../../shared/diagnostics.ts';
import { causeOf } from '../../shared/errors.ts';
import { hashOf } from '../../shared/hash.ts';
import { findUnplain } from '../../shared/plain-data.ts';
import { formatFrame, framesInStack } from '../../shared/stack-trace.ts';
import { contentSetup, contentVersion } from '../content-setup.ts';

export interface LoadSource {
  readonly load: () => unknown;
  /** For messages: `lib/authors.ts:5:24`. */
  readonly name: string;
  /** Of the call of `collection`, if it is known. */
  readonly place: Place | undefined;
  /** The same in all workers. */
  readonly key: string;
}

/**
 * @param stack of the call of `collection`
 * @param root of the project. Absent in a test
 */
export function createLoadSource(load: () => unknown, stack: string, root: string | undefined): LoadSource {
  const frames = root === undefined ? [] : framesInStack(stack, root);
  const trail = frames.map(formatFrame).join('\n');
  const { loads } = contentVersion();
  const number = (loads.get(trail) ?? 0) + 1; // in a loop, one place calls several times
  loads.set(trail, number);
  const place = frames[0]?.place;
  const name = place === undefined ? '`load`' : `${place.file}:${place.line}:${place.column}`;
  return { load, name, place, key: `sitegen:load ${hashOf(trail, String(number))}` };
}

/**
 * Loads the rows once for all workers.
 *
 * @returns what `load` has returned, unchecked
 * @throws what it throws; the next call tries again
 */
export async function loadRows({ load, name, key }: LoadSource): Promise<unknown> {
  return contentSetup().shared(key, async () => {
    const rows = await run(load, name);
    const unplain = findUnplain(rows, 'rows');
    if (unplain === undefined) return rows;
    throw new Error(`\`load\` of the collection ${name} must return plain data, but ${unplain}.`);
  });
}

/** Other workers get the message only. */
async function run(load: () => unknown, name: string): Promise<unknown> {
  try {
    return await load();
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    const cause = causeOf(failure);
    const more = cause !== failure && cause instanceof Error ? `: ${cause.message}` : '';
    throw new Error(`\`load\` of the collection ${name} failed: ${reason}${more}`, { cause: failure });
  }
}
