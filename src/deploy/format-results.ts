import { count, formatBytes, formatPlaceholders } from '../shared/format.ts';
import { printableName, type Paint } from '../shared/format-diagnostic.ts';
import type { OpenPlaceholder } from '../shared/model.ts';
import type { Plan } from './plan.ts';

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
  const deleted = deletes ? strays : [];
  const line = (what: string, size: string, file: string) => `  ${what}${size}  ${printableName(file)}`;
  const lines = [
    ...added.map(({ file, size }) => line(`${paint('green', 'new')}      `, formatBytes(size), file)),
    ...changed.map(({ file, size }) => line(`${paint('yellow', 'changed')}  `, formatBytes(size), file)),
    ...deleted.map((file) => line(`${paint('red', 'delete')}   `, ' '.repeat(9), file)),
  ];
  const others = lines.length - MAX_LINES;
  const more = others > 0 ? [`  and ${count(others, 'more file')}`] : [];
  const note = `  ${count(strays.length, 'file')} of earlier deploys ${strays.length === 1 ? 'has' : 'have'} left the site (use --delete to remove)`;
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
export function formatDeployed(
  { added, changed, strays }: Plan,
  where: string,
  deletes: boolean,
  paint: Paint,
): string {
  const written = `${count(added.length + changed.length, 'file')} uploaded`;
  const deleted = deletes ? `, ${count(strays.length, 'file')} deleted` : '';
  return `${paint('green', `Deployed to ${where}`)}: ${written}${deleted}.\n`;
}

/** Why a site with open placeholders is not deployed. */
export function formatOpenPlaceholders(placeholders: readonly OpenPlaceholder[], paint: Paint): string {
  return `${formatPlaceholders(placeholders, paint).join('\n')}Nothing was deployed. Use --allow-placeholders to deploy anyway.\n`;
}

/** For programs. */
export function formatDeployJson(plan: Plan, where: string, dry: boolean, deletes: boolean): string {
  const { added, changed, unchanged, strays, retained } = plan;
  const names = (files: Plan['added']) => files.map(({ file }) => file);
  const report = {
    version: 1,
    ok: true,
    destination: where,
    dryRun: dry,
    bytes: bytesOf(plan),
    added: names(added),
    changed: names(changed),
    unchanged: unchanged.length,
    deleted: deletes ? strays : [],
    stray: deletes ? [] : strays,
    retained,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function bytesOf({ added, changed }: Plan): number {
  return [...added, ...changed].reduce((sum, { size }) => sum + size, 0);
}
