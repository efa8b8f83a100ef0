import { createHash } from 'node:crypto';

/** A short name for contents: equal ones have the same, and nobody will ever see two others that do. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  // Between parts stands their length, so that no two lists run together to the same bytes.
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url').slice(0, 22);
}
