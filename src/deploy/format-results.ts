import { count, formatBytes, formatPlaceholders } from '../shared/format.ts';
import { printableName, type Paint } from '../shared/format-diagnostic.ts';
import type { OpenPlaceholder } from '../shared/model.ts';
import type { Plan } from './plan.ts';
import type { Releases, Rollback } from './rollback.ts';
import type { VerifyResult } from './verify.ts';

/** Longer lists are cut; their totals are always shown. */
const MAX_LINES = 20;

/**
 * The changes a deploy is about to make.
 *
 * @param where `s3://bucket/site/`
 * @param deletes true if stray files are deleted
 * @param action what is done with new and changed files
 */
export function formatPlan(plan: Plan, where: string, deletes: boolean, paint: Paint, action = 'upload'): string {
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
    `${paint('bold', where)}  ${counts.join(', ')}; ${formatBytes(bytesOf(plan)).trim()} to ${action}`,
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

/** The changes a rollback is about to make. All pages that return are named: some may have been withdrawn on purpose. */
export function formatRollback({ plan, release, returning }: Rollback, where: string, deletes: boolean, paint: Paint) {
  const title = `Back to release ${release.id} of ${formatTime(release.at)}`;
  const pages = returning.map((file) => `  ${paint('yellow', 'returns')}  ${printableName(file)}\n`);
  const note = `${count(pages.length, 'page')} that the site does not have now ${pages.length === 1 ? 'returns' : 'return'}:\n`;
  const list = pages.length === 0 ? '' : note + pages.join('');
  return `${title}\n${formatPlan(plan, where, deletes, paint, 'copy')}${list}`;
}

/** The result of a rollback, in one line. */
export function formatRollbackSummary(
  { plan: { added, changed, strays }, release }: Rollback,
  where: string,
  deletes: boolean,
  paint: Paint,
): string {
  const copied = count(added.length + changed.length, 'file');
  const done = [`${copied} copied`, ...(deletes ? [`${count(strays.length, 'file')} deleted`] : [])];
  return `${paint('green', `Rolled ${where} back to release ${release.id}`)}: ${done.join(', ')}.\n`;
}

/** For programs. */
export function formatRollbackJson(
  { plan, release, returning }: Rollback,
  where: string,
  facts: Readonly<Record<'dry' | 'deletes', boolean>>,
): string {
  return toJson({ ...describePlan(plan, where, facts), release: release.id, returning });
}

/** The releases of a site, the newest first. */
export function formatReleases({ where, history, live, isChanging }: Releases, paint: Paint): string {
  const lines = history.toReversed().map((release) => {
    const { id, at, of, added, changed, removed, size, files } = release;
    const changes = `${added} new, ${changed} changed, ${removed} removed`;
    const notes = [...(of === undefined ? [] : [`as ${of}`]), ...(id === live ? [paint('green', 'live')] : [])];
    const facts = `${count(Object.keys(files).length, 'file')}, ${formatBytes(size).trim()}; ${changes}`;
    return `${String(id).padStart(5)}  ${formatTime(at)}  ${facts}${notes.map((note) => `  ${note}`).join('')}\n`;
  });
  const note = isChanging ? 'Note: a deploy is in progress, or one was killed.\n' : '';
  return `${paint('bold', where)}  ${count(history.length, 'release')}\n${lines.join('')}${note}`;
}

/** For programs. */
export function formatReleasesJson({ where, history, live, isChanging }: Releases): string {
  const releases = history
    .toReversed()
    .map(({ files, ...facts }) => ({ ...facts, files: Object.keys(files).length, live: facts.id === live }));
  return toJson({ version: 1, ok: true, destination: where, live: live ?? null, changing: isChanging, releases });
}

/** `2026-12-01 09:30 UTC` */
function formatTime(at: string): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
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
  return toJson(describePlan(plan, where, facts));
}

function describePlan(plan: Plan, where: string, facts: Readonly<Record<'dry' | 'deletes', boolean>>) {
  const { added, changed, unchanged, strays, retained } = plan;
  const names = (files: Plan['added']) => files.map(({ file }) => file);
  return {
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
}

function toJson(report: object): string {
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
  return toJson({ version: 1, ok, url, files, diagnostics, notes, withoutSlash });
}
