/** What code of the site can ask the system besides the contents of files, and the answers, which are compared later. */
import fs from 'node:fs';
import { hashOf, kindOf } from '../core/hash.ts';

/** As they are before `tracking/` wraps them. */
const { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } = fs;
const cwd = process.cwd.bind(process);
const { env } = process;

/** Asked for the working directory. */
export const WORKING_DIRECTORY = 'cwd';

/** Asked for the names of all environment variables. */
export const VARIABLES = 'variables';

/** Set by sitegen for the code of pages, or read by Node itself. */
export const IGNORED_VARIABLES = ['NODE_ENV', 'NODE_V8_COVERAGE', 'WATCH_REPORT_DEPENDENCIES'];

/** Asked of a path: its times and the like, where a link points, all names below a folder. */
const OF_PATHS = {
  stat: (file: string) => describeStats(statSync(file, { bigint: true })),
  lstat: (file: string) => describeStats(lstatSync(file, { bigint: true })),
  realpath: (file: string) => realpathSync(file),
  readlink: (file: string) => readlinkSync(file),
  tree: (folder: string) => namesBelow(folder, new Set()).join('\n'),
} as const;

export type PathQuestion = keyof typeof OF_PATHS;

/** @param file absolute */
export const questionOf = (kind: PathQuestion, file: string): string => `${kind} ${file}`;

/** @returns the folder of which all names below it were asked for; `undefined` for other questions */
export function treeAskedFor(question: string): string | undefined {
  const start = questionOf('tree', '');
  return question.startsWith(start) ? question.slice(start.length) : undefined;
}

/** @returns a short text that changes with the answer */
export function answer(question: string): string {
  if (question === WORKING_DIRECTORY) return hashOf(cwd());
  if (question === VARIABLES) return describeVariables(Object.keys(env));
  const space = question.indexOf(' ');
  const ask = OF_PATHS[question.slice(0, space) as PathQuestion];
  try {
    return hashOf(ask(question.slice(space + 1)));
  } catch (error) {
    return `${(error as NodeJS.ErrnoException).code}`; // code that asks gets the same error
  }
}

/** @returns the answer to `VARIABLES` where these are the names */
export function describeVariables(names: readonly string[]): string {
  return hashOf(...names.filter((name) => !IGNORED_VARIABLES.includes(name)).toSorted());
}

/** All but the time of the last access, which each read changes. */
function describeStats(stats: fs.BigIntStats): string {
  const { dev, ino, mode, nlink, uid, gid, size, mtimeNs, ctimeNs, birthtimeNs } = stats;
  return [dev, ino, mode, nlink, uid, gid, size, mtimeNs, ctimeNs, birthtimeNs].join();
}

/** @param visited real paths of the folders around it: links may point to one of them */
function namesBelow(folder: string, visited: ReadonlySet<string>): string[] {
  const real = realpathSync(folder);
  if (visited.has(real)) return [];
  const around = new Set([...visited, real]);
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && isLinkToFolder(file));
    if (entry.name === '.sitegen') return []; // each build writes there
    return [`${file} ${kindOf(entry)}`, ...(isFolder ? namesBelow(file, around) : [])];
  });
}

function isLinkToFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}
