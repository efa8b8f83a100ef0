/**
 * Compiles Sass, in a thread: a `@while` without an end, or one that fills the memory, ends only the thread, and the build reports
 * the file.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { SourceMapPayload } from 'node:module';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { error, warning, type Diagnostic } from '../../shared/diagnostics.ts';
import { hasCode } from '../../shared/errors.ts';
import { entriesIfListable, stateOf, statIfExists } from '../../shared/files.ts';
import { findPackage } from '../../shared/find-package.ts';
import { count } from '../../shared/format.ts';
import type { Config } from '../../shared/model.ts';
import { installCommand } from '../../shared/package-manager.ts';
import { placeAt } from './place-in-styles.ts';
import { refuseStylesheets } from './refuse-stylesheets.ts';
import type { SassNotice, SassReply, SassTask } from './sass-thread.ts';

/** What a stylesheet depends on besides its files. */
export type StylesConfig = Pick<Config, 'root' | 'limits'>;

export interface CompiledSass {
  /** Absent if Sass failed. Its addresses are relative to the folder of the file. */
  readonly css?: string;
  /** From the CSS to the sources. */
  readonly map?: SourceMapPayload;
  /** Every stylesheet that it was compiled from, absolute. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A result, and the state of the files and folders that it depends on. */
interface Known {
  readonly compiled: CompiledSass;
  readonly states: ReadonlyMap<string, string>;
}

/** By root and absolute path. Owned by this file: a stylesheet is compiled for pages, islands and the stylesheet, and `serve` repeats all. */
const known = new Map<string, Known>();

/** The results of a build, whose config is one object: it compiles each file once, also if Sass fails. Owned by this file. */
const builds = new WeakMap<StylesConfig, Map<string, Promise<CompiledSass>>>();

/** The file being compiled: the thread compiles one at a time. Owned by this file. */
let turn: Promise<unknown> = Promise.resolve();

/** Loading Sass takes 0.2 s, so the thread waits for more. Owned by this file. */
let thread: Worker | undefined;

/** @returns an error if Sass is not installed */
export function findMissingSass(): Diagnostic | undefined {
  if (findPackage(import.meta.dirname, 'sass') !== undefined) return undefined;
  return error('styles-failed', 'Sass needs the package sass, which is not installed.', {
    hint: installCommand('sass'),
  });
}

/** @param file absolute */
export function compileSass(config: StylesConfig, file: string): Promise<CompiledSass> {
  const results = builds.get(config) ?? new Map<string, Promise<CompiledSass>>();
  builds.set(config, results);
  const before = results.get(file);
  if (before !== undefined) return before;
  const compiling = turn.then(() => compileUnlessKnown(config, file));
  results.set(file, compiling);
  turn = compiling.catch(() => {}); // thrown to the caller
  return compiling;
}

async function compileUnlessKnown({ root, limits }: StylesConfig, file: string): Promise<CompiledSass> {
  const missing = findMissingSass();
  if (missing !== undefined) return { files: [file], diagnostics: [missing] };
  const key = `${root}\0${file}`;
  const before = known.get(key);
  if (before !== undefined && [...before.states].every(([one, state]) => currentState(one) === state))
    return before.compiled;
  const reply = await ask({ root, file, text: await readFile(file, 'utf8') }, limits);
  if ('mistake' in reply) {
    const { place = { file } } = reply.mistake;
    return { files: [...new Set([file, place.file])], diagnostics: [describe(root, file, reply.mistake)] };
  }
  const { css, map, files, folders, notices } = reply;
  const refused = refuseStylesheets(root, files);
  if (refused.length > 0) return { files, diagnostics: refused };
  const warnings = notices.map((notice) => {
    const { code: _, severity: __, message, ...rest } = describe(root, file, notice);
    return warning('compile-warning', message, rest);
  });
  const compiled = { css, map, files, diagnostics: warnings };
  // A new file in one of these folders may come before the file that was found.
  const around = files.flatMap((one) => [path.dirname(one), path.dirname(path.dirname(one))]);
  const states = [...new Set([...files, ...around, ...folders])].map((one) => [one, currentState(one)] as const);
  if (files.every((one) => isSettled(one) && !isRandom(one))) known.set(key, { compiled, states: new Map(states) });
  return compiled;
}

/** Some file systems store times to the second. In ms. */
const COARSEST_TIME = 2000;

const isSettled = (file: string): boolean => Date.now() - (statIfExists(file)?.ctimeMs ?? Infinity) > COARSEST_TIME;

/** `build --verify` compiles again to find this. */
const isRandom = (file: string): boolean => /\b(?:random|unique-id)\(/.test(readFileSync(file, 'utf8'));

/** Of a file, or the names in a folder. */
function currentState(file: string): string {
  const found = statIfExists(file);
  if (found === undefined) return '';
  if (!found.isDirectory()) return stateOf(found);
  return entriesIfListable(file)
    .map(({ name }) => name)
    .join('\n');
}

function describe(root: string, file: string, { message, hint, place }: SassNotice): Diagnostic {
  const { file: source, line, column } = place ?? { file, line: 1, column: 1 };
  const found = placeAt(root, source, line, column);
  const text = /\n|[.!?]$/.test(message) ? message : `${message}.`;
  return error('styles-failed', `Sass: ${text}`, { ...found, hint });
}

function ask(task: SassTask, { seconds, memory }: Config['limits']): Promise<SassReply> {
  const worker = (thread ??= start(memory));
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).unref();
      finish();
    };
    const stop = (message: string) => {
      thread = undefined;
      settle(() => resolve(worker.terminate().then(() => ({ mistake: { message, hint: ENDLESS } }))));
    };
    const onMessage = (reply: SassReply) => settle(() => resolve(reply));
    const onError = (failure: Error) => {
      if (hasCode(failure, 'ERR_WORKER_OUT_OF_MEMORY')) return stop(`Compiling needs more than ${memory} MB of memory`);
      thread = undefined;
      settle(() => reject(failure));
    };
    const onTimeout = () => stop(`Compiling takes more than ${count(seconds, 'second')}`);
    const timer = setTimeout(onTimeout, seconds * 1000);
    worker.on('message', onMessage).on('error', onError).ref();
    worker.postMessage(task);
  });
}

const ENDLESS = 'look for a `@while`, a mixin or a function that does not end, here and in what the file loads';

function start(memory: number): Worker {
  return new Worker(new URL('./sass-thread.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memory },
    execArgv: [],
  });
}
