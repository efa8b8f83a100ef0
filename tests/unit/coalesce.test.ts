import { EventEmitter, once } from 'node:events';
import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { coalesce } from '../../src/serve/coalesce.ts';

test('coalesces requests during a run into one more run', async () => {
  const signals = new EventEmitter();
  let runs = 0;
  let running = 0;
  const request = coalesce(async () => {
    runs += 1;
    running += 1;
    signals.emit('start', running);
    await once(signals, 'end');
    running -= 1;
  });

  request();
  request();
  request();
  const secondStart = once(signals, 'start');
  signals.emit('end');
  const [runningInSecond] = (await secondStart) as [number];
  signals.emit('end');
  await settled();
  expect(runs).toBe(2);
  expect(runningInSecond).toBe(1);

  request();
  expect(runs).toBe(3);
});
