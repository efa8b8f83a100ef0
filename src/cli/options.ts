/** Options that several commands have, and what these print about a build. */
import path from 'node:path';
import type { Overrides } from '../config/resolve-config.ts';
import type { BuildResult } from '../shared/build-result.ts';
import { realPathIfExists } from '../shared/files.ts';
import { formatAnnotations } from '../shared/format.ts';
import { formatDiagnostics } from '../shared/format-diagnostic.ts';
import { toIsoDate } from '../shared/iso-date.ts';
import { toPosix } from '../shared/paths.ts';
import { value, type Command } from './command.ts';
import { paintFor, type ProcessContext } from './process.ts';

export interface FolderFlags {
  readonly root: string;
  readonly out?: string;
}

export interface SiteFlags extends FolderFlags, Overrides {
  readonly workers?: number;
}

/** For commands that read what a build has written. */
export function withFolders(command: Command): Command {
  return command
    .option('--root <folder>', 'project folder', '.')
    .option('--out <folder>', 'output folder, from the project folder (default: "out")');
}

/** For commands that build the site. */
export function withSite(command: Command): Command {
  return withBase(withFolders(command)).option(
    '--workers <number>',
    'rendering threads, up to 64 (default: one for each processor)',
    integer(1, 64),
  );
}

export function withBase(command: Command): Command {
  return command.option('--base <path>', 'path the site is served under (default: "/")');
}

export function withDate(command: Command): Command {
  return command.option(
    '--at <date>',
    'publish pages whose `publishAt` is not after this date (default: now)',
    value(readDate, 'Expected an ISO date: 2026-12-01, 2026-12-01T09:30Z'),
  );
}

export interface ReportFlags {
  readonly strict?: true;
  readonly allowRemovals?: true;
  readonly json?: true;
  readonly reporter: 'text' | 'github';
}

export function withReport(command: Command): Command {
  const reporter = command.createOption('--reporter <name>', 'print problems as text or as GitHub annotations');
  return withJson(command)
    .option('--strict', 'report warnings as errors')
    .option('--allow-removals', 'allow more than half of the published pages to be removed')
    .addOption(reporter.choices(['text', 'github']).default('text'));
}

export function withJson(command: Command): Command {
  return command.option('--json', 'print the result as JSON');
}

export function withVerbose(command: Command): Command {
  return command.option('--verbose', 'print how long each step took');
}

export function withConcurrency(command: Command, byDefault: number): Command {
  return command.option('--concurrency <number>', 'simultaneous requests, up to 64', integer(1, 64), byDefault);
}

export function integer(min: number, max: number): (text: string) => number {
  return value((text) => {
    const number = Number(text);
    return text !== '' && Number.isInteger(number) && number >= min && number <= max ? number : undefined;
  }, `Expected a number from ${min} to ${max}.`);
}

export const webAddress = value(
  (text) => (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined),
  'Expected a URL such as https://s3.example.net.',
);

function readDate(text: string): Date | undefined {
  const date = toIsoDate(text);
  return date === undefined ? undefined : new Date(date);
}

/** Resolves the flags against the current folder. */
export function toBuildOptions({ root, out, base, workers }: SiteFlags, { cwd, stderr }: ProcessContext) {
  const folder = path.resolve(cwd, root);
  return {
    // Stack traces contain real paths, which would not match a symbolic link to the project, or `mysite` if the disk has `MySite`.
    root: realPathIfExists(folder) ?? folder,
    ...(out !== undefined && { out }),
    ...(base !== undefined && { base }),
    ...(workers !== undefined && { workers }),
    onOutput: (text: string) => void stderr.write(text),
    onWait: () => void stderr.write('Waiting for another build of this site to finish.\n'),
  };
}

export function writeProblems(
  { diagnostics, config }: Pick<BuildResult, 'diagnostics' | 'config'>,
  { cwd, stderr }: ProcessContext,
  reporter?: 'text' | 'github',
): void {
  if (reporter === 'github') stderr.write(formatAnnotations(diagnostics, toPosix(path.relative(cwd, config.root))));
  else stderr.write(formatDiagnostics(diagnostics, paintFor(stderr)));
}

/**
 * @example
 * Steps, in ms (some run at the same time):
 *   discover       3
 *   bundle pages  24
 */
export function formatVerbose({ steps }: BuildResult): string {
  const width = Math.max(0, ...Object.keys(steps).map((step) => step.length));
  const rows = Object.entries(steps).map(([step, ms]) => `  ${step.padEnd(width)}  ${String(ms).padStart(5)}\n`);
  return `Steps, in ms (some run at the same time):\n${rows.join('')}`;
}
