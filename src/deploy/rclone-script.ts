/** A deploy as lists of files, in a safe order, and a script that passes them to rclone: https://rclone.org/s3/. Pure. */
import { isHtml } from '../shared/paths.ts';
import { inOrder, split, type Change, type ChangeOptions } from './change-bucket.ts';
import { endpointOf } from './s3-bucket.ts';
import { formatDestination } from './s3-url.ts';
import type { SiteFile } from './site-files.ts';

/** Files that one command uploads or deletes. */
export interface FileList {
  /** Of the file with the list: `2-new-pages-1-text-html.txt` */
  readonly name: string;
  readonly files: readonly string[];
  /** A line of the script. */
  readonly command: string;
}

/** The most files in a list. A script that was interrupted repeats at most one list. */
const MAX_LIST = 10_000;

/** The steps of `inOrder`. */
const STEPS = ['1-assets', '2-new-pages', '3-changed-pages'];

/** The lists of a plan, in order. Deletions that rclone would get wrong are left out. */
export function toLists(change: Change<SiteFile>, { config, deletes }: ChangeOptions): FileList[] {
  const uploads = inOrder(change).flatMap((files, step) => toUploads(files, STEPS[step] ?? '', config.out));
  const strays = deletes ? change.plan.strays.filter(isPlain) : [];
  const [pages, others] = split(strays, isHtml);
  return [...uploads, ...toDeletions(pages, '4-deletions-pages'), ...toDeletions(others, '5-deletions-files')];
}

function toUploads(files: readonly SiteFile[], step: string, out: string): FileList[] {
  const groups = new Map<string, SiteFile[]>();
  for (const file of files) {
    const options = [folderOf(file) ?? out, file.type, file.cacheControl].map(quote).join(' ');
    const group = groups.get(options);
    if (group === undefined) groups.set(options, [file]);
    else group.push(file);
  }
  return [...groups].flatMap(([options, group], index) => {
    const type = group[0]?.type.replace(/;.*/, '').replaceAll(/[^\w.+]/g, '-');
    const names = group.map(({ file }) => file);
    return inPieces(names, `${step}-${index + 1}-${type}`, (list) => `upload ${list} ${options}`);
  });
}

function toDeletions(files: readonly string[], step: string): FileList[] {
  return inPieces(files, step, (list) => `delete ${list}`);
}

function inPieces(files: readonly string[], name: string, toCommand: (list: string) => string): FileList[] {
  return Array.from({ length: Math.ceil(files.length / MAX_LIST) }, (_, index) => {
    const list = `${name}${index === 0 ? '' : `-${index + 1}`}.txt`;
    const piece = files.slice(index * MAX_LIST, (index + 1) * MAX_LIST);
    return { name: list, files: piece, command: toCommand(list) };
  });
}

/**
 * The folder with links to files that have other names in the bucket. There is one for each depth, because `guide` and
 * `guide/setup` are both files.
 */
export function folderOf({ file, source }: SiteFile): string | undefined {
  return source === undefined ? undefined : `files/${file.split('/').length}`;
}

/**
 * False for names that rclone changes: it takes `/a` for `a`, and the symbols of control characters for these characters.
 *
 * @param file in the bucket, from the prefix
 */
export function isPlain(file: string): boolean {
  const isStrange = /[\p{Cc}\p{Cs}\u2400-\u2421\u201B\uFFFD]/u.test(file);
  return !isStrange && file.split('/').every((name) => !['', '.', '..'].includes(name));
}

/** @param folder of the plan, absolute */
export function formatScript(lists: readonly FileList[], folder: string, options: ChangeOptions): string {
  const { destination, concurrency, region } = options;
  const { bucket, prefix } = destination;
  const endpoint = serviceOf(options.endpoint);
  // Buckets without access control lists accept this one; without the option, rclone 1.60 sends another one.
  const service =
    endpoint === undefined ? 'AWS --s3-acl bucket-owner-full-control' : `Other --s3-endpoint ${quote(endpoint)}`;
  const place = region === undefined ? '"${AWS_REGION:-${AWS_DEFAULT_REGION:-us-east-1}}"' : quote(region);
  return `#!/bin/sh
# Uploads a site to ${formatDestination(destination)} with rclone, as planned by sitegen. Files that pages need come before pages, new pages
# before changed ones, which may link to them, and deletions come last. Then run sitegen deploy with --done.
#
# Credentials come from the environment (AWS_ACCESS_KEY_ID, AWS_PROFILE), and so do more options of rclone (RCLONE_PROGRESS=true).
# After an interruption, run it again: it skips the lists that it has finished.
set -eu
cd ${quote(folder)}

# rclone does not start with this variable, and has its own.
if [ -n "\${AWS_CA_BUNDLE:-}" ]; then export RCLONE_CA_CERT="$AWS_CA_BUNDLE"; unset AWS_CA_BUNDLE; fi

# A list, and the command for it. --no-traverse: nothing else is listed, neither here nor in the bucket.
run() {
  list=$1
  shift
  if [ -e "$list.done" ]; then return; fi
  echo "$list"
  rclone "$@" --config '' --files-from-raw "$list" --no-traverse --transfers ${concurrency} --checkers ${concurrency} \\
    --s3-env-auth --s3-region ${place} --s3-provider ${service}
  : >"$list.done"
}

# A list, the folder of its files, their type and caching. A file is one request, which S3 checks by its MD5: rclone does not
# compare dates, and splits no file, whose ETag would be another. The time of a file is not published.
upload() {
  run "$1" copy "$2" ${quote(`:s3:${bucket}/${prefix}`)} --copy-links --no-check-dest --s3-no-head --s3-no-check-bucket \\
    --s3-upload-cutoff 5Gi --header-upload "Content-Type: $3" --header-upload "Cache-Control: $4" \\
    --header-upload 'x-amz-meta-mtime: 0'
}

delete() {
  run "$1" delete ${quote(`:s3:${bucket}/${prefix}`)}
}

${lists.map(({ command }) => `${command}\n`).join('')}`;
}

/** @returns the endpoint, without a password: a plan contains no secrets; `undefined` for Amazon's */
export function serviceOf(given: string | undefined): string | undefined {
  const endpoint = endpointOf(given);
  return endpoint && Object.assign(new URL(endpoint), { username: '', password: '' }).href;
}

/** For the shell: `'it'\''s'` */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
