import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test('GitHub shows problems at their lines, whatever their text', async () => {
  const project = await makeProject({
    'templates/pages/a, b.tsx': page('A', '<p>{nothing.here}</p>'),
    'templates/pages/link.tsx': page('Link', '<p><a href="/50%,:/">x</a></p>'),
  });
  await mkdir(path.join(project.root, 'ci'));

  const { code, stderr } = await sitegen(
    path.join(project.root, 'ci'),
    'build',
    '--root',
    '..',
    '--reporter',
    'github',
  );

  expect(code).toBe(1);
  const lines = stderr.split('\n');
  expect(lines[0]).toMatch(
    /^::error file=\.\.\/templates\/pages\/a%2C b\.tsx,line=5,col=\d+,title=page-failed::.+%0AOn \/a, b\/\.$/,
  );
  expect(lines[1]).toMatch(
    /^::error file=\.\.\/templates\/pages\/link\.tsx,line=5,col=\d+,title=link-broken::.+"\/50%25,:\/"/,
  );
});

test('--json reports on stdout why there is no result', async () => {
  const project = await makeProject({ 'sitegen.config.ts': `export default { base: 'docs' };` });

  const { code, stdout, stderr } = await sitegen(project.root, 'build', '--json');

  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toEqual({
    version: 2,
    ok: false,
    error: expect.any(String) as string,
    diagnostics: [expect.objectContaining({ code: 'config-invalid', severity: 'error' })],
  });
  expect(stderr).toContain('config-invalid');
});
