import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/** The repository. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** The command. */
export const SITEGEN = path.join(ROOT, 'bin/sitegen.js');

/** The result of a command. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Main = typeof import('../../src/cli/main.ts').main;

/** The compiled command line, as `bin/run.js` imports it. */
export async function loadMain(): Promise<Main> {
  return ((await import(pathToFileURL(path.join(ROOT, 'dist/cli.js')).href)) as { readonly main: Main }).main;
}

/**
 * Runs `sitegen` to completion in this process, which is twice as fast as starting one. Tests of exit codes, signals, pipes
 * and other process features use `sitegenProcess`.
 */
export async function sitegen(cwd: string, ...args: string[]): Promise<Ran> {
  const main = await loadMain();
  const [stdout, stderr] = [collectText(), collectText()];
  const leave = enterFolder(cwd);
  try {
    const code = await main(args, {
      cwd,
      script: SITEGEN,
      stdout: stdout.stream,
      stderr: stderr.stream,
      onStop: () => () => {},
    });
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    leave();
  }
}

/** Runs `sitegen` to completion in a separate process, as a user does. */
export function sitegenProcess(cwd: string, ...args: string[]): Promise<Ran> {
  return run([process.execPath, SITEGEN, ...args], cwd);
}

/** Runs any command to completion. */
export async function run([program = '', ...args]: readonly string[], cwd: string, env = {}): Promise<Ran> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

/** A stream that is not a terminal and collects what is written. */
export function collectText(onText: () => void = () => {}) {
  let all = '';
  const write = (part: string): boolean => {
    all += part;
    onText();
    return true;
  };
  return { stream: { write, isTTY: false } as unknown as NodeJS.WriteStream, text: () => all };
}

// A process has one working directory: a second command may only run in the same one.
let folder = ROOT;
let commands = 0;

/** Site code resolves files from the working directory. @returns a function that restores it */
export function enterFolder(cwd: string): () => void {
  if (commands > 0 && cwd !== folder)
    throw new Error(`A command is running in ${folder}: use sitegenProcess for ${cwd}.`);
  process.chdir(cwd);
  folder = cwd;
  commands += 1;
  return () => {
    commands -= 1;
    if (commands === 0) process.chdir(ROOT);
  };
}
