import { readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../shared/errors.ts';
import { isWithin } from '../shared/paths.ts';

/** How long to wait for another process that is replacing the site, in ms: much longer than two renames take. */
const REPLACING_MS = 2000;

/** How often to look again meanwhile, in ms. */
const RETRY_MS = 5;

/**
 * Finds a file of the site. The target of a symbolic link that points outside `out` is not served.
 *
 * @param out the site's folder, absolute
 * @param file from there
 * @returns its real path, absolute; `undefined` when there is no such file
 */
export function findFile(out: string, file: string): string | undefined {
  return ifPresent(() => {
    const real = realpathSync.native(path.join(out, file));
    return statSync(real).isFile() && isWithin(realpathSync.native(out), real) ? real : undefined;
  });
}

/** @returns `undefined` when a file is missing */
export function ifPresent<Found>(find: () => Found): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP');
}

/**
 * Looks for something in `out`, and again if a build of another process has replaced `out` meanwhile: between its two renames
 * the site is absent.
 *
 * @param look returns `undefined` when a file has disappeared while it looked
 * @param discard releases a result that is not returned
 * @returns the result of the last look
 */
export async function lookUntilStable<Found>(
  out: string,
  look: () => Found | undefined,
  discard: (found: Found) => void,
): Promise<Found | undefined> {
  const deadline = performance.now() + REPLACING_MS;
  for (;;) {
    const before = identityOf(out);
    const found = look();
    const isStable = before === identityOf(out) && (before !== undefined || !isBeingReplaced(out));
    if ((found !== undefined && isStable) || performance.now() > deadline) return found;
    if (found !== undefined) discard(found);
    await sleep(RETRY_MS);
  }
}

/** Identifies the folder that currently has this name; `undefined` if there is none. */
function identityOf(folder: string): string | undefined {
  const stat = statSync(folder, { bigint: true, throwIfNoEntry: false }); // Windows needs 64 bits
  return stat && `${stat.dev} ${stat.ino}`;
}

/** True if a build has moved the previous site away: see `swap` in publish/publish.ts. */
function isBeingReplaced(out: string): boolean {
  const names = ifPresent(() => readdirSync(path.dirname(out))) ?? [];
  return names.some((name) => name.startsWith(`.${path.basename(out)}-old`));
}
