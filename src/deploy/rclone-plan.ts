/** Hands the uploads of a deploy to rclone, which is faster for very many files, and checks them afterwards. */
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError } from '../shared/errors.ts';
import { readJsonIfExists, realPathIfExists, statIfExists } from '../shared/files.ts';
import { count } from '../shared/format.ts';
import { printableName } from '../shared/format-diagnostic.ts';
import { hashOf } from '../shared/hash.ts';
import { foldersAround, isWithin } from '../shared/paths.ts';
import type { Change, ChangeOptions } from './change-bucket.ts';
import { VERSION, isRecord, stampOf } from './manifest.ts';
import type { Plan } from './plan.ts';
import { folderOf, formatScript, isPlain, quote, serviceOf, toLists } from './rclone-script.ts';
import { formatDestination } from './s3-url.ts';
import type { SiteFile } from './site-files.ts';

/** Identifies what was planned. */
const RECORD = 'plan.json';

const SCRIPT = 'upload.sh';

/** For the shell. @param folder of a plan */
export function scriptIn(folder: string): string {
  return quote(path.join(folder, SCRIPT));
}

/** All names in the folder of a plan. The script adds `.done` to a list. */
const NAMES = /^(plan\.json|upload\.sh|files|\d-[\w.+-]+\.txt(\.done)?)$/;

/** The most files that an error names. */
const MAX_NAMES = 10;

/**
 * @param folder for a plan, absolute
 * @throws {SitegenError} unless it is new, empty, or has an earlier plan and nothing else
 */
export async function checkFolder(folder: string, out: string): Promise<void> {
  const around = foldersAround(folder)
    .map(realPathIfExists)
    .find((found) => found !== undefined);
  if (isWithin(realPathIfExists(out) ?? out, around ?? folder))
    throw new SitegenError(`The plan would be part of the site in ${out}.\nTry: --plan with another folder`);
  const stat = statIfExists(folder);
  if (stat === undefined) return;
  const names = stat.isDirectory() ? await readdir(folder) : [folder];
  if (names.length === 0 || (names.every((name) => NAMES.test(name)) && (await readRecord(folder)) !== undefined))
    return;
  throw new SitegenError(`${folder} is not the folder of a plan, and is not changed.\nTry: --plan with a new folder`);
}

async function readRecord(folder: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const found = await readJsonIfExists(path.join(folder, RECORD));
  return isRecord(found) && found['version'] === VERSION && typeof found['site'] === 'string' ? found : undefined;
}

function toRecord(files: readonly SiteFile[], { destination, endpoint }: ChangeOptions) {
  const site = hashOf(
    files
      .map((file) => `${stampOf(file, '')} ${file.file}`)
      .toSorted()
      .join('\n'),
  );
  const service = serviceOf(endpoint) ?? 'Amazon S3';
  return { version: VERSION, destination: formatDestination(destination), endpoint: service, site };
}

/** @throws {SitegenError} unless the folder has a plan of this site for this bucket */
export async function checkPlan(folder: string, files: readonly SiteFile[], options: ChangeOptions): Promise<void> {
  const found = await readRecord(folder);
  if (found === undefined) throw new SitegenError(`${folder} has no plan.\nTry: sitegen deploy with --plan ${folder}`);
  const { destination, endpoint, site } = toRecord(files, options);
  if (found['destination'] !== destination || found['endpoint'] !== endpoint)
    throw new SitegenError(
      `The plan in ${folder} is for ${String(found['destination'])} (${String(found['endpoint'])}), not for ${destination} (${endpoint}).\n` +
        'Try: the destination and the --endpoint of the plan',
    );
  if (found['site'] !== site)
    throw new SitegenError(
      `The site has changed since it was planned in ${folder}. Nothing was recorded.\n` +
        `Try: plan again (--plan ${folder}), and run its script`,
    );
}

/**
 * Checks that rclone has uploaded all files. It cannot write redirects, and uploads pages that redirect instead.
 *
 * @throws {SitegenError} with names of files that are not in the bucket
 */
export function checkUploaded({ added, changed }: Plan<SiteFile>, folder: string, where: string): void {
  const list = (word: string, files: readonly SiteFile[]) =>
    files.filter(({ location }) => location === undefined).map(({ file }) => `  ${word}  ${printableName(file)}\n`);
  const left = [...list('missing', added), ...list('differs', changed)];
  if (left.length === 0) return;
  const more = left.length > MAX_NAMES ? `  and ${count(left.length - MAX_NAMES, 'more file')}\n` : '';
  throw new SitegenError(
    `${count(left.length, 'file')} of the site ${left.length === 1 ? 'is' : 'are'} not in ${where} yet. Nothing was recorded.\n` +
      `${left.slice(0, MAX_NAMES).join('')}${more}` +
      `Try: sh ${scriptIn(folder)}; if it has finished, plan again`,
  );
}

/**
 * Writes a plan, instead of an earlier one.
 *
 * @param folder see `checkFolder`
 * @throws {SitegenError} if rclone cannot upload a file
 */
export async function writePlan(change: Change<SiteFile>, folder: string, options: ChangeOptions): Promise<void> {
  const { added, changed, unchanged } = change.plan;
  const uploads = [...added, ...changed];
  const strange = uploads.filter(({ file }) => !isPlain(file)).map(({ file }) => printableName(file));
  if (strange.length > 0)
    throw new SitegenError(
      `rclone does not find ${count(strange.length, 'file')} by name: ${strange.slice(0, MAX_NAMES).join(', ')}\n` +
        'Try: rename; or deploy without --plan',
    );
  const lists = toLists(change, options);
  const write = async (name: string, text: string, mode = 0o666) => writeFile(path.join(folder, name), text, { mode });
  await mkdir(folder, { recursive: true });
  const before = (await readdir(folder)).filter((name) => name !== RECORD); // which stays, so that it can be run again
  for (const name of before) await rm(path.join(folder, name), { recursive: true });
  await write(RECORD, `${JSON.stringify(toRecord([...uploads, ...unchanged], options), null, 2)}\n`);
  for (const { name, files } of lists) await write(name, files.map((file) => `${file}\n`).join(''));
  await linkCopies(uploads, folder, options.config.out);
  await write(SCRIPT, formatScript(lists, folder, options), 0o777);
}

/** Gives files the names that they have in the bucket, as rclone needs. */
async function linkCopies(files: readonly SiteFile[], folder: string, out: string): Promise<void> {
  for (const file of files) {
    const place = folderOf(file);
    if (place === undefined) continue;
    const link = path.join(folder, place, file.file);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(out, file.source ?? ''), link);
  }
}
