import { describeFailure } from '../check/describe-problems.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import { hintForWorker } from '../shared/errors.ts';
import type { Limits } from '../shared/model.ts';

/** Site code ended its worker before it replied. Errors of sitegen itself have another class. */
export class WorkerFailure extends Error {
  /** `ended`: the worker ended by itself. `time`, `memory`: it exceeded a limit. */
  readonly kind: 'ended' | 'time' | 'memory';
  /** Index of the job that the worker was running, if it is known. */
  readonly job: number | undefined;
  /** Indexes of the jobs that had begun and were not done. */
  readonly underWay: readonly number[];
  /** The source file of the module that the worker was loading, if it was. */
  readonly module: string | undefined;

  constructor(
    kind: WorkerFailure['kind'],
    message: string,
    { cause, job, underWay = [], module }: Partial<Pick<WorkerFailure, 'cause' | 'job' | 'underWay' | 'module'>> = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.job = job;
    this.underWay = underWay;
    this.module = module;
  }
}

/**
 * Describes how site code ended its worker.
 *
 * @param source the file with that code, from the root
 * @param what the code did, with a capital letter: `Rendering`
 */
export function describeWorkerFailure(
  root: string,
  source: string,
  what: string,
  { memory }: Limits,
  failure: WorkerFailure,
): Diagnostic {
  const place = { file: source };
  if (failure.kind === 'time') {
    const hint =
      'look for an endless loop, or code that reads a pipe or stdin, or raise `limits.seconds` in the config';
    return error('page-too-slow', `${what} takes too long. ${failure.message}`, { place, hint });
  }
  if (failure.kind === 'memory') {
    const hint = 'look for endless recursion or an endless list, or raise `limits.memory` in the config';
    return error('page-too-large', `${what} needs more than ${memory} MB of memory.`, { place, hint });
  }
  const diagnostic = describeFailure(root, source, failure.cause);
  const systemHint = hintForWorker(failure.cause);
  const ended =
    systemHint === undefined ? `${source} ended its worker thread` : `The system ended the thread for ${source}`;
  const message = `${ended}: ${failure.message}`;
  const hint = systemHint ?? 'look for process.exit or an unhandled rejection';
  return { ...diagnostic, code: 'thread-ended', message, hint };
}

/** Describes failures of workers that were not rendering a page. */
export function describeLateFailures(root: string, failures: readonly WorkerFailure[]): Diagnostic[] {
  return failures.map((failure) => describeLateFailure(root, failure));
}

function describeLateFailure(root: string, failure: WorkerFailure): Diagnostic {
  const systemHint = hintForWorker(failure.cause);
  if (systemHint !== undefined)
    return error('thread-ended', `The system ended a worker thread: ${failure.message}`, { hint: systemHint });
  return {
    ...describeFailure(root, 'templates', failure.cause),
    code: 'thread-ended',
    message: `Site code ended a worker thread after its page was rendered. ${failure.message}`,
    hint: 'look for a timer that throws, an unhandled rejection, or process.exit',
  };
}
