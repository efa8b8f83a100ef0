import { array, assert, asyncProperty, boolean, integer, record } from 'fast-check';
import { expect, test } from 'vitest';
import { createBudget } from '../../src/shared/concurrency.ts';

test('tasks never exceed the budget, all of them run, and failures release their part', async () => {
  const parts = array(record({ part: integer({ min: 0, max: 15 }), fails: boolean() }), { maxLength: 30 });
  await assert(
    asyncProperty(parts, async (tasks) => {
      const budget = createBudget(10);
      let used = 0;
      const done = await Promise.allSettled(
        tasks.map(({ part, fails }) =>
          budget.run(part, async () => {
            used += Math.min(part, 10);
            expect(used).toBeLessThanOrEqual(10);
            await Promise.resolve();
            used -= Math.min(part, 10);
            if (fails) throw new Error('as it should');
          }),
        ),
      );
      expect(done.map(({ status }) => status)).toEqual(tasks.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')));
    }),
  );
});
