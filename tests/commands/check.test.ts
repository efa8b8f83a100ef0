import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const COMPANY = `import { placeholder } from 'sitegen';

export const number = placeholder('the company number', '00000000');
export const office = placeholder('the registered office', 'address to be supplied');
`;

const HOME = page('Home', '<p>{number}</p>', `import { number } from '../content/company.ts';`);

test('check reports problems, and leaves out/ alone', async () => {
  const project = await makeProject({ 'templates/pages/index.tsx': page('Home', '<a href="/nowhere/">Go</a>') });

  const { code, stdout, stderr } = await sitegen(project.root, 'check');

  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('error link-broken  templates/pages/index.tsx');
  expect(stderr).toContain('1 error in 1 page.');
  expect(await project.list('out')).toEqual([]);
});

test('check lists placeholders; --release turns them into errors with file and line', async () => {
  const project = await makeProject({ 'templates/content/company.ts': COMPANY, 'templates/pages/index.tsx': HOME });

  const draft = await sitegen(project.root, 'check');
  const release = await sitegen(project.root, 'check', '--release', '--json');

  expect(draft.code).toBe(0);
  expect(draft.stdout).toContain('Checked 1 page: no errors.');
  expect(draft.stdout).toContain('templates/content/company.ts:3:23  the company number');
  expect(release.code).toBe(1);
  const { diagnostics } = JSON.parse(release.stdout) as Pick<BuildResult, 'diagnostics'>;
  const file = 'templates/content/company.ts';
  expect(diagnostics).toMatchObject([
    {
      code: 'placeholder',
      message: expect.stringContaining('the company number') as string,
      place: { file, line: 3, column: 23 },
    },
    {
      code: 'placeholder',
      message: expect.stringContaining('the registered office') as string,
      place: { file, line: 4, column: 23 },
    },
  ]);
});

test('check --release passes a site without placeholders', async () => {
  const project = await makeProject({
    'templates/content/company.ts': `export const number = '01234567';`,
    'templates/pages/index.tsx': HOME,
  });

  const { code, stdout, stderr } = await sitegen(project.root, 'check', '--release', '--json');

  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, placeholders: [] });
});
