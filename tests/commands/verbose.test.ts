import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test('`--verbose` prints how long each step took', async () => {
  const project = await makeProject();

  const { stdout, stderr } = await sitegen(project.root, 'build', '--verbose');

  expect(stderr).toMatch(/^ {2}discover +\d+$/m);
  expect(stderr).toMatch(/^ {2}render +\d+$/m);
  expect(stdout).toMatch(/^Built 1 page/);
});
