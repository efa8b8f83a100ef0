import path from 'node:path';
import { findUnstableRead } from '../cache/recorded-reads.ts';
import type { SiteResult } from '../cache/state.ts';
import { warning, type Diagnostic } from '../core/diagnostics.ts';
import { isWithin, toPosix } from '../core/paths.ts';
import type { BuildContext } from './context.ts';

/** @returns a warning when something has changed since code of the site read it in this build */
export function findUnstableInput({ config, start }: BuildContext, { site, own }: SiteResult): Diagnostic[] {
  const reads = [site, own.recorded].flatMap((recorded) => (recorded ? [recorded.reads, recorded.dataReads] : []));
  const file = reads.map((read) => findUnstableRead(read, start)).find((found) => found !== undefined);
  if (file === undefined) return [];
  const place = isWithin(config.root, file) ? { file: toPosix(path.relative(config.root, file)) } : undefined;
  const message = `"${file}" changed while the site was built, each time. Pages may show different versions of it.`;
  return [warning('input-unstable', message, { place, hint: 'build again when nothing writes to it' })];
}
