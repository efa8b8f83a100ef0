import { count, formatBytes, formatPlaceholders, type Paint } from '../core/format.ts';
import type { OpenPlaceholder } from '../core/model.ts';
import type { Plan } from './plan.ts';
import type { Verified } from './verify.ts';

/** So many files are named; how many there are is always said. */
const LINES = 20;

/**
 * What a deploy is going to do.
 *
 * @param where `s3://bucket/site/`
 * @param deletes whether what is not part of the site is deleted
 */
export function formatPlan(plan: Plan, where: string, deletes: boolean, paint: Paint): string {
  const { added, changed, unchanged, gone } = plan;
  const lines = [
    ...added.map(({ file, size }) => `  ${paint('green', 'new')}      ${formatBytes(size)}  ${file}`),
    ...changed.map(({ file, size }) => `  ${paint('yellow', 'changed')}  ${formatBytes(size)}  ${file}`),
    ...(deletes ? gone.map((file) => `  ${paint('red', 'delete')}   ${' '.repeat(9)}  ${file}`) : []),
  ];
  const more = lines.length > LINES ? [`  and ${count(lines.length - LINES, 'more file')}`] : [];
  const strays = count(gone.length, 'file');
  const stay = `  ${strays} in the bucket ${gone.length === 1 ? 'is' : 'are'} not part of the site; --delete takes such files away`;
  const counts = [`${added.length} new`, `${changed.length} changed`, `${unchanged.length} unchanged`];
  if (deletes) counts.push(`${gone.length} to delete`);
  return [
    `${paint('bold', where)}  ${counts.join(', ')}; ${formatBytes(bytesOf(plan)).trim()} to upload`,
    ...lines.slice(0, LINES),
    ...more,
    ...(gone.length > 0 && !deletes ? [stay] : []),
    '',
  ].join('\n');
}

/** What a deploy has done. */
export function formatDeployed({ added, changed, gone }: Plan, where: string, deletes: boolean, paint: Paint): string {
  const uploads = added.length + changed.length;
  const done = [`${count(uploads, 'file')} uploaded`, ...(deletes ? [`${count(gone.length, 'file')} deleted`] : [])];
  return `${paint('green', `Deployed to ${where}`)}: ${done.join(', ')}.\n`;
}

/** Why a site with placeholders is not deployed. */
export function formatUnready(placeholders: readonly OpenPlaceholder[], paint: Paint): string {
  const lines = formatPlaceholders(placeholders, paint);
  return `${lines.slice(1).join('\n')}\nNothing was deployed. --allow-placeholders deploys the site all the same.\n`;
}

/** For programs. */
export function formatPlanJson(plan: Plan, where: string, facts: Readonly<Record<'dry' | 'deletes', boolean>>): string {
  const { added, changed, unchanged, gone, former } = plan;
  const names = (files: Plan['added']) => files.map(({ file }) => file);
  const report = {
    version: 1,
    ok: true,
    destination: where,
    dryRun: facts.dry,
    bytes: bytesOf(plan),
    added: names(added),
    changed: names(changed),
    unchanged: unchanged.length,
    deleted: facts.deletes ? gone : [],
    stray: facts.deletes ? [] : gone,
    former: [...former.keys()],
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function bytesOf({ added, changed }: Plan): number {
  return [...added, ...changed].reduce((sum, { size }) => sum + size, 0);
}

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
