import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test('--verbose names the steps, and the pages that were rebuilt by their reasons', async () => {
  const project = await makeProject({
    'templates/words.ts': `export const words = 'first';`,
    'templates/pages/a.tsx': page('A', '{words}', `import { words } from '../words.ts';`),
  });
  await sitegen(project.root, 'build');
  await project.write({ 'templates/words.ts': `export const words = 'second';` });

  const { stdout, stderr } = await sitegen(project.root, 'build', '--verbose');

  expect(stderr).toMatch(/^ {2}discover +\d+$/m);
  expect(stderr).toMatch(/^Rebuilt 1 of 2 pages:\n {2}.*templates\/words\.ts.*: \/a\/$/m);
  expect(stdout).toMatch(/^Built 2 pages/);
});
