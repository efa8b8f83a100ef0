import { EventEmitter, once } from 'node:events';
import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneAtATime } from '../../src/serve/coalesce.ts';

test('however often it is asked for during a run, one more run comes after it, never two at once', async () => {
  const signals = new EventEmitter();
  let runs = 0;
  let running = 0;
  const ask = oneAtATime(async () => {
    runs += 1;
    running += 1;
    signals.emit('start', running);
    await once(signals, 'end');
    running -= 1;
  });

  ask();
  ask();
  ask();
  const secondStart = once(signals, 'start');
  signals.emit('end');
  const [runningInSecond] = (await secondStart) as [number];
  signals.emit('end');
  await settled();
  expect(runs).toBe(2);
  expect(runningInSecond).toBe(1);

  ask();
  expect(runs).toBe(3);
});
