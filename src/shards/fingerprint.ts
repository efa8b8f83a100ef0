import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Compiled } from '../shared/model.ts';
import { toPosix } from '../shared/paths.ts';

/**
 * Identifies the code that a site is built from: the config, and every file that was compiled. The same on all machines with the
 * same checkout, wherever it is. Not the files and data that pages read when they are rendered.
 */
export function fingerprintOf({ config, inputs }: Pick<Compiled, 'config' | 'inputs'>): string {
  const { root, out: _out, module: _module, ...settings } = config;
  const withFunctions = (_key: string, value: unknown) => (typeof value === 'function' ? value.toString() : value);
  const hash = createHash('sha256').update(JSON.stringify(settings, withFunctions));
  const files = [...new Set(inputs)].map((file) => [toPosix(path.relative(root, file)), file] as const);
  for (const [name, file] of files.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`\0${name}\0`).update(readFileSync(file));
  return hash.digest('base64url');
}
