import { createHash } from 'node:crypto';

/** A short hash (132 bits of SHA-256). The parts are separated: `hashOf('ab', 'c')` differs from `hashOf('a', 'bc')`. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url').slice(0, 22);
}
