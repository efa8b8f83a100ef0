import { expect, test } from 'vitest';
import { createVersions } from '../../src/serve/versions.ts';

/** Numbered versions, which open when the test says so. */
function numberedVersions() {
  const opening: ((failure?: Error) => void)[] = [];
  const closed: number[] = [];
  const versions = createVersions(async () => {
    const number = opening.length;
    await new Promise<void>((resolve, reject) => {
      opening.push((failure) => (failure === undefined ? resolve() : reject(failure)));
    });
    return { number, close: async () => void closed.push(number) };
  });
  const numberSince = (since: number) => versions.use({ since }, async ({ number }) => number);
  /** Waits until a version is opening. */
  const untilBegun = async (number: number) => {
    await expect.poll(() => opening.length, { interval: 1 }).toBeGreaterThan(number);
  };
  const open = async (number: number, failure?: Error) => {
    await untilBegun(number);
    opening[number]?.(failure);
  };
  return { versions, closed, numberSince, untilBegun, open };
}

test('createVersions() opens one version for simultaneous callers, and the next one for later callers', async () => {
  const { numberSince, untilBegun, open } = numberedVersions();

  const together = [numberSince(performance.now()), numberSince(performance.now())];
  await untilBegun(0);
  const later = numberSince(performance.now());
  await open(0);
  await open(1);

  expect(await Promise.all([...together, later])).toEqual([0, 0, 1]);
});

test('createVersions() reuses the latest version for callers for whom it is new enough', async () => {
  const { numberSince, open } = numberedVersions();
  const change = performance.now();
  const first = numberSince(change);
  await open(0);
  await first;

  const second = numberSince(performance.now());
  await open(1);

  expect(await numberSince(change)).toBe(1);
  expect(await Promise.all([first, second])).toEqual([0, 1]);
});

test('createVersions() closes an unused version when the next one is opened', async () => {
  const { versions, closed, numberSince, open } = numberedVersions();
  let end = () => {};
  const using = versions.use({ since: performance.now() }, () => new Promise<void>((resolve) => (end = resolve)));
  await open(0);
  const next = numberSince(performance.now());
  await open(1);
  await next;
  const whileUsed = [...closed];

  end();
  await using;
  await versions.close();

  expect(whileUsed).toEqual([]);
  expect(closed).toEqual([0, 1]);
});

test('createVersions() reports a version that cannot be opened to its users, and opens the next', async () => {
  const { versions, numberSince, open } = numberedVersions();
  const failing = numberSince(performance.now()).catch((error: unknown) => String(error));
  const handled = versions.use(
    { since: performance.now() },
    async () => 'opened',
    async (error) => String(error),
  );
  await open(0, new Error('no pages'));
  const next = numberSince(performance.now());
  await open(1);

  expect(await failing).toBe('Error: no pages');
  expect(await handled).toBe('Error: no pages');
  expect(await next).toBe(1);
});

test('createVersions() opens no version after it is closed', async () => {
  const { versions, numberSince } = numberedVersions();
  await versions.close();

  await expect(numberSince(performance.now())).rejects.toThrow('closed');
});
