import { count, formatBytes, formatPlaceholders } from '../shared/format.ts';
import { printableName, type Paint } from '../shared/format-diagnostic.ts';
import type { OpenPlaceholder } from '../shared/model.ts';
import type { Plan } from './plan.ts';
import type { Releases, Rollback } from './rollback.ts';

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
  const first = <Item>(items: readonly Item[]) => items.slice(0, MAX_LINES);
  const deleted = deletes ? strays : [];
  const lines = [
    ...first(added).map(
      ({ file, size }) => `  ${paint('green', 'new')}      ${formatBytes(size)}  ${printableName(file)}`,
    ),
    ...first(changed).map(
      ({ file, size }) => `  ${paint('yellow', 'changed')}  ${formatBytes(size)}  ${printableName(file)}`,
    ),
    ...first(deleted).map((file) => `  ${paint('red', 'delete')}   ${' '.repeat(9)}  ${printableName(file)}`),
  ];
  const others = added.length + changed.length + deleted.length - MAX_LINES;
  const more = others > 0 ? [`  and ${count(others, 'more file')}`] : [];
  const note = `  ${count(strays.length, 'file')} of earlier deploys ${strays.length === 1 ? 'has' : 'have'} left the site (use --delete to remove)`;
  const counts = [`${added.length} new`, `${changed.length} changed`, `${unchanged.length} unchanged`];
  if (deletes) counts.push(`${strays.length} to delete`);
  return [
    `${paint('bold', where)}  ${counts.join(', ')}; ${formatBytes(bytesOf(plan)).trim()} to ${action}`,
    ...first(lines),
    ...more,
    ...(strays.length > 0 && !deletes ? [note] : []),
    '',
  ].join('\n');
}

/** The result of a deploy or rollback, in one line. @param done `Deployed to s3://bucket/site/`. @param verb `uploaded` */
export function formatChanged(
  { added, changed, strays }: Plan,
  [done, verb]: readonly [done: string, verb: string],
  deletes: boolean,
  paint: Paint,
): string {
  const written = `${count(added.length + changed.length, 'file')} ${verb}`;
  const deleted = deletes ? `, ${count(strays.length, 'file')} deleted` : '';
  return `${paint('green', done)}: ${written}${deleted}.\n`;
}

/** The changes a rollback is about to make. All pages that return are named: some may have been withdrawn on purpose. */
export function formatRollback({ plan, release, returning }: Rollback, where: string, deletes: boolean, paint: Paint) {
  const title = `Back to release ${release.id} of ${formatTime(release.at)}`;
  const pages = returning.map((file) => `  ${paint('yellow', 'returns')}  ${printableName(file)}\n`);
  const note = `${count(pages.length, 'page')} that the site does not have now ${pages.length === 1 ? 'returns' : 'return'}:\n`;
  const list = pages.length === 0 ? '' : note + pages.join('');
  return `${title}\n${formatPlan(plan, where, deletes, paint, 'copy')}${list}`;
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

/** For programs. @param facts about a rollback */
export function formatChangeJson(
  plan: Plan,
  where: string,
  { dry, deletes, ...facts }: { readonly dry: boolean; readonly deletes: boolean; readonly [fact: string]: unknown },
): string {
  const { added, changed, unchanged, strays, retained } = plan;
  const names = (files: Plan['added']) => files.map(({ file }) => file);
  return toJson({
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
    ...facts,
  });
}

function toJson(report: object): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

function bytesOf({ added, changed }: Plan): number {
  return [...added, ...changed].reduce((sum, { size }) => sum + size, 0);
}
