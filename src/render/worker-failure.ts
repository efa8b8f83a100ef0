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
