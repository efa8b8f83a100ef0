import type { PageJob, RenderSetup } from '../core/page-tasks.ts';

/** After so many pages of one file have been waited for in vain, the others get a second. */
const PATIENCE = 3;

/** Pages that have been waited for in vain, by their files. */
const late = new Map<string, number>();

/**
 * Waits for what a page needs, for as long as a page may.
 *
 * @throws what it throws; an error when it does not come in time
 */
export async function inTime<Result>(
  { seconds }: RenderSetup,
  { route: { source } }: PageJob,
  result: Promise<Result>,
): Promise<Result> {
  const wait = (late.get(source) ?? 0) < PATIENCE ? seconds : Math.min(seconds, 1);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      late.set(source, (late.get(source) ?? 0) + 1);
      reject(
        new Error(`Its data has not come within ${wait} seconds. \`limits.seconds\` in the config gives it more.`),
      );
    }, wait * 1000);
  });
  try {
    return await Promise.race([result, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
