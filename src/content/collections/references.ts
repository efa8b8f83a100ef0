/** References from entries to entries of other collections. They are checked when all files have been read: two collections can refer to each other. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A value that a schema takes for the slug of an entry. */
export interface Reference {
  /** Returns the collection. */
  readonly target: () => object;
  readonly slug: string;
}

interface Validation {
  readonly found: Reference[];
  readonly broken: Reference | undefined;
}

/** The validation of an entry. */
const validating = new AsyncLocalStorage<Validation>();

/** @returns false if it is the broken reference that is searched for: the schema then says where the value is */
export function checkReference(reference: Reference): boolean {
  const { found, broken } = validating.getStore() ?? {};
  found?.push(reference);
  return broken === undefined || broken.target !== reference.target || broken.slug !== reference.slug;
}

/**
 * @param broken a reference that an earlier validation has found, and that leads nowhere
 * @returns the result, and the references that the schema has found
 */
export async function collectReferences<Result>(
  validate: () => Promise<Result>,
  broken?: Reference,
): Promise<{ readonly result: Result; readonly references: readonly Reference[] }> {
  const found: Reference[] = [];
  const result = await validating.run({ found, broken }, validate);
  return { result, references: found };
}
