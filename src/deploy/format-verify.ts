import { count, type Paint } from '../core/format.ts';
import type { Verified } from './verify.ts';

/** What has come of a comparison, in short. */
export function formatVerified({ files, diagnostics, withoutSlash }: Verified, url: string, paint: Paint): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const compared = `${count(files, 'file')} compared with ${url}`;
  const result =
    errors === 0
      ? paint('green', `${compared}: all as built.`)
      : paint('red', `${count(errors, 'difference')} in ${compared}`);
  return `${result}\n${formatWithoutSlash(withoutSlash)}`;
}

function formatWithoutSlash(asked: Verified['withoutSlash']): string {
  if (asked === undefined) return '';
  const { address, status, location } = asked;
  const leads = location === null ? '' : `, which leads to ${location}`;
  return `For information: ${address}, without a slash at its end, answers with ${status}${leads}.\n`;
}

/** For programs. */
export function formatVerifiedJson({ ok, files, diagnostics, withoutSlash }: Verified, url: string): string {
  return `${JSON.stringify({ version: 1, ok, url, files, diagnostics, withoutSlash }, null, 2)}\n`;
}
