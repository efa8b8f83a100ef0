/** Versions of a project, compiled one after the other while `sitegen serve` runs. */
import { SitegenError } from '../shared/errors.ts';

/** Something to close once it is no longer used. */
interface Closable {
  readonly close: () => Promise<void>;
}

export interface Versions<V> {
  /**
   * Runs a function with a version, and keeps it open meanwhile. Callers that wait at the same time share one.
   *
   * @param fail called with the error if the version cannot be opened. Throws it by default
   */
  readonly use: <Result>(
    wanted: Wanted<V>,
    run: (version: V) => Promise<Result>,
    fail?: (error: unknown) => Promise<Result>,
  ) => Promise<Result>;
  /** Closes all versions. None can be used afterwards. */
  readonly close: () => Promise<void>;
}

interface Wanted<V> {
  /** The version must include everything that was saved before this, in ms (`performance.now()`). */
  readonly since: number;
  /** Returns true if the latest version will do; otherwise, the next one is opened. Default: always true */
  readonly mayReuse?: (version: V) => boolean;
}

interface Loan<V> {
  /** When compiling began, in ms. */
  begun: number;
  users: number;
  readonly version: Promise<V>;
}

/** Opens versions one at a time. The latest stays open until the next one is needed. */
export function createVersions<V extends Closable>(open: () => Promise<V>): Versions<V> {
  let latest: Loan<V> | undefined;
  let next: Loan<V> | undefined;
  const closing = new Set<Promise<void>>();
  let isClosed = false;

  function close(loan: Loan<V>): void {
    const closed = closeWhenOpen(loan.version);
    closing.add(closed);
    void closed.finally(() => closing.delete(closed));
  }
  function queue(): Loan<V> {
    const previous = latest;
    const begin = async (): Promise<V> => {
      await previous?.version.catch(() => {});
      if (isClosed) throw new SitegenError('The server has been closed.');
      loan.begun = performance.now();
      [latest, next] = [loan, undefined];
      const unused = previous?.users === 0 ? previous : undefined;
      try {
        return await open();
      } finally {
        if (unused !== undefined) close(unused); // not before, because this blocks the thread
      }
    };
    const loan: Loan<V> = { begun: Infinity, users: 0, version: Promise.resolve().then(begin) };
    loan.version.catch(() => {}); // thrown to its users
    return loan;
  }
  async function lend<Result>(loan: Loan<V>, run: (version: Promise<V>) => Promise<Result>): Promise<Result> {
    loan.users += 1;
    try {
      return await run(loan.version);
    } finally {
      loan.users -= 1;
      if (loan.users === 0 && loan !== latest) close(loan);
    }
  }
  return {
    use: async ({ since, mayReuse }, run, fail = (error) => Promise.reject(error)) => {
      const known = latest !== undefined && latest.begun >= since ? latest : undefined;
      if (known !== undefined && mayReuse === undefined) return lend(known, (version) => version.then(run, fail));
      // A version that is queued begins later than this call, so it is current.
      if (known !== undefined && mayReuse !== undefined && next === undefined) {
        const used = await lend(known, async (version) => {
          const opened = await version.catch(() => undefined);
          return opened !== undefined && mayReuse(opened) ? { result: await run(opened) } : undefined;
        });
        if (used !== undefined) return used.result;
      }
      return lend((next ??= queue()), (version) => version.then(run, fail));
    },
    close: async () => {
      isClosed = true;
      await next?.version.catch(() => {});
      if (latest !== undefined) close(latest);
      await Promise.all(closing);
    },
  };
}

async function closeWhenOpen(version: Promise<Closable>): Promise<void> {
  const opened = await version.catch(() => undefined); // its users have received the error
  await opened?.close();
}
