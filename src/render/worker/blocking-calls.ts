/** Bounds system calls that might never return: they would keep their thread, and with it the command, from ending. */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** The functions of `fs` that open the file named by their first argument. */
const OPENERS = ['createReadStream', 'open', 'openAsBlob', 'openSync', 'readFile', 'readFileSync'];

/** Devices whose reads return immediately. */
const RESPONSIVE = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];

const PROGRAMS = ['execFileSync', 'execSync', 'spawnSync'];

/** How long a program may run after its thread has been terminated, in ms. */
const GRACE = 1000;

/** The original, before anything wraps it. */
const { statSync } = fs;

/**
 * Bounds calls that block this thread: reading a pipe, a terminal or stdin is an error, and programs have a time limit.
 *
 * @param seconds returns the limit of this thread, after which it is terminated
 */
export function boundBlockingCalls(seconds: () => number): void {
  for (const owner of [fs, fs.promises]) for (const name of OPENERS) wrap(owner, name, refusePipe);
  for (const name of PROGRAMS) wrap(childProcess, name, (args) => addTimeout(args, seconds() * 1000 + GRACE));
  syncBuiltinESMExports();
}

function wrap(owner: object, name: string, check: (args: readonly unknown[]) => readonly unknown[]): void {
  const functions = owner as Record<string, unknown>;
  const original = functions[name];
  if (typeof original !== 'function') return;
  functions[name] = Object.assign(function (this: unknown, ...args: unknown[]): unknown {
    return original.apply(this, check(args)) as unknown;
  }, original);
}

function refusePipe(args: readonly unknown[]): readonly unknown[] {
  const [file] = args;
  if (isBlocking(file))
    throw new Error(`Cannot read ${file === 0 ? 'stdin' : String(file)}: reading a pipe or a terminal may never end.`);
  return args;
}

function isBlocking(file: unknown): boolean {
  if (file === 0) return true;
  if (typeof file !== 'string' && !Buffer.isBuffer(file) && !(file instanceof URL)) return false;
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat?.isFIFO() === true || (stat?.isCharacterDevice() === true && !RESPONSIVE.includes(String(file)));
  } catch {
    return false; // opening it reports why
  }
}

/** Adds a timeout to the options, which are the last argument, if there are any. */
function addTimeout(args: readonly unknown[], ms: number): readonly unknown[] {
  const last = args.at(-1);
  const hasOptions = args.length > 1 && typeof last === 'object' && last !== null && !Array.isArray(last);
  const options = hasOptions ? (last as { readonly timeout?: number }) : {};
  const limited = { killSignal: 'SIGKILL', ...options, timeout: Math.min(options.timeout ?? Infinity, ms) };
  return [...(hasOptions ? args.slice(0, -1) : args), limited];
}
