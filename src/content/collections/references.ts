/** References from entries to entries of other collections. They are checked when all files have been read: two collections can refer to each other. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A value that a schema takes for the slug of an entry. */
export interface Reference {
  /** Returns the collection. */
  readonly target: () => object;
  readonly slug: string;
}

/** The references in the entry that is being validated. */
const validating = new AsyncLocalStorage<Reference[]>();

export function rememberReference(reference: Reference): void {
  validating.getStore()?.push(reference);
}

/** @returns the result, and the references that the schema has found */
export async function collectReferences<Result>(
  validate: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly references: readonly Reference[] }> {
  const references: Reference[] = [];
  const result = await validating.run(references, validate);
  return { result, references };
}
