/** The encoder of photographs. It is CommonJS with a native module, and optional: only sites with a `<Picture>` need it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type sharp from 'sharp';
import { hasCode } from '../shared/errors.ts';
import { loadPackage } from '../shared/load-package.ts';

export function loadSharp(): typeof sharp {
  return loadPackage('sharp') as typeof sharp;
}

/** @returns the version, without loading the package, which takes 30 ms; `undefined` if it is not installed */
export function versionOfSharp(): string | undefined {
  try {
    const file = path.resolve(loadPackage.resolve('sharp'), '../../package.json'); // not among its exports
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
  } catch (error) {
    if (hasCode(error, 'MODULE_NOT_FOUND')) return undefined;
    throw error;
  }
}
