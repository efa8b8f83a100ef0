import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createSharedData, type SharedAnswer, type SharedData } from '../../src/shared/shared-data.ts';

/** A worker, as seen by `createSharedData`. */
function connect(data: SharedData) {
  const { port, disconnect } = data.connect();
  onTestFinished(() => port.close());
  return {
    disconnect,
    want: (key: string, id = 1) => port.postMessage({ kind: 'wanted', key, id }),
    loaded: (key: string, value: unknown) => port.postMessage({ kind: 'loaded', key, value }),
    failed: (key: string, message: string) => port.postMessage({ kind: 'failed', key, message }),
    answer: async () => (await once(port, 'message'))[0] as SharedAnswer,
  };
}

test('the first worker that asks for a key loads it, and the others wait for the value', async () => {
  const data = createSharedData();
  const [first, second] = [connect(data), connect(data)];

  first.want('posts');
  expect(await first.answer()).toEqual({ id: 1, kind: 'load' });
  second.want('posts', 7);
  first.loaded('posts', ['a']);

  expect(await second.answer()).toEqual({ id: 7, kind: 'value', value: ['a'] });
});

test('a failure reaches the waiting workers, and the next request loads again', async () => {
  const data = createSharedData();
  const [first, second] = [connect(data), connect(data)];
  first.want('posts');
  await first.answer();
  second.want('posts');
  first.failed('posts', 'no network');
  expect(await second.answer()).toMatchObject({ kind: 'failure', error: { message: 'no network' } });

  second.want('posts', 2);

  expect(await second.answer()).toEqual({ id: 2, kind: 'load' });
});

test('if the loading worker ends, the next waiting one loads', async () => {
  const data = createSharedData();
  const [first, second] = [connect(data), connect(data)];
  first.want('posts');
  await first.answer();
  second.want('posts');
  second.want('other', 2);
  await second.answer(); // so the first request has arrived, too
  first.disconnect();

  expect(await second.answer()).toEqual({ id: 1, kind: 'load' });
});

test('`clear` drops values, including those still loading', async () => {
  const data = createSharedData();
  const [first, second] = [connect(data), connect(data)];
  first.want('posts');
  await first.answer();
  second.want('posts');
  second.want('other', 2);
  await second.answer();
  data.clear();
  first.loaded('posts', 'old');
  expect(await second.answer()).toMatchObject({ kind: 'value', value: 'old' });

  second.want('posts', 3);

  expect(await second.answer()).toEqual({ id: 3, kind: 'load' });
});
