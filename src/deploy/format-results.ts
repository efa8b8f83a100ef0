import { count, formatBytes, formatPlaceholders } from '../shared/format.ts';
import { printableName, type Paint } from '../shared/format-diagnostic.ts';
import type { OpenPlaceholder } from '../shared/model.ts';
import type { Plan } from './plan.ts';
import type { VerifyResult } from './verify.ts';

/** Longer lists are cut; their totals are always shown. */
const MAX_LINES = 20;

/**
 * The changes a deploy is about to make.
 *
 * @param where `s3://bucket/site/`
 * @param deletes true if stray files are deleted
 */
export function formatPlan(plan: Plan, where: string, deletes: boolean, paint: Paint): string {
  const { added, changed, unchanged, strays } = plan;
  const lines = [
    ...added.map(({ file, size }) => `  ${paint('green', 'new')}      ${formatBytes(size)}  ${printableName(file)}`),
    ...changed.map(({ file, size }) => `  ${paint('yellow', 'changed')}  ${formatBytes(size)}  ${printableName(file)}`),
    ...(deletes ? strays.map((file) => `  ${paint('red', 'delete')}   ${' '.repeat(9)}  ${printableName(file)}`) : []),
  ];
  const more = lines.length > MAX_LINES ? [`  and ${count(lines.length - MAX_LINES, 'more file')}`] : [];
  const note = `  ${count(strays.length, 'file')} in the bucket ${strays.length === 1 ? 'is' : 'are'} not part of the site (use --delete to remove)`;
  const counts = [`${added.length} new`, `${changed.length} changed`, `${unchanged.length} unchanged`];
  if (deletes) counts.push(`${strays.length} to delete`);
  return [
    `${paint('bold', where)}  ${counts.join(', ')}; ${formatBytes(bytesOf(plan)).trim()} to upload`,
    ...lines.slice(0, MAX_LINES),
    ...more,
    ...(strays.length > 0 && !deletes ? [note] : []),
    '',
  ].join('\n');
}

/** The result of a deploy, in one line. */
export function formatDeploySummary(
  { added, changed, strays }: Plan,
  where: string,
  deletes: boolean,
  paint: Paint,
): string {
  const uploaded = count(added.length + changed.length, 'file');
  const done = [`${uploaded} uploaded`, ...(deletes ? [`${count(strays.length, 'file')} deleted`] : [])];
  return `${paint('green', `Deployed to ${where}`)}: ${done.join(', ')}.\n`;
}

/** Why a site with open placeholders is not deployed. */
export function formatOpenPlaceholders(placeholders: readonly OpenPlaceholder[], paint: Paint): string {
  return `${formatPlaceholders(placeholders, paint).join('\n')}Nothing was deployed. Use --allow-placeholders to deploy anyway.\n`;
}

/** For programs. */
export function formatDeployJson(
  plan: Plan,
  where: string,
  facts: Readonly<Record<'dry' | 'deletes', boolean>>,
): string {
  const { added, changed, unchanged, strays, retained } = plan;
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
    deleted: facts.deletes ? strays : [],
    stray: facts.deletes ? [] : strays,
    retained: [...retained.keys()],
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function bytesOf({ added, changed }: Plan): number {
  return [...added, ...changed].reduce((sum, { size }) => sum + size, 0);
}

/** The result of a comparison, in short. */
export function formatVerifySummary(
  { files, diagnostics, notes, withoutSlash }: VerifyResult,
  url: string,
  paint: Paint,
): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const compared = `${count(files, 'file')} compared with ${url}`;
  const result =
    errors === 0
      ? paint('green', `${compared}: no differences.`)
      : paint('red', `${compared}: ${count(errors, 'difference')}.`);
  return `${result}\n${notes.map((note) => `Note: ${note}\n`).join('')}${formatWithoutSlash(withoutSlash)}`;
}

function formatWithoutSlash(answer: VerifyResult['withoutSlash']): string {
  if (answer === undefined) return '';
  const { address, status, location } = answer;
  const target = location === null ? '' : ` and redirects to ${printableName(location)}`;
  return `Note: without its trailing slash, ${address} returns status ${status}${target}.\n`;
}

/** For programs. */
export function formatVerifyJson({ ok, files, diagnostics, notes, withoutSlash }: VerifyResult, url: string): string {
  return `${JSON.stringify({ version: 1, ok, url, files, diagnostics, notes, withoutSlash }, null, 2)}\n`;
}
