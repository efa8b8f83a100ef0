import { cp } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

test('builds a minimal site that shares nothing with ours', async () => {
  const project = await makeProject({ 'templates/shell.tsx': undefined, 'templates/pages/index.tsx': undefined });
  await cp(path.join(ROOT, 'tests/fixtures/minimal'), project.root, { recursive: true });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(await project.list('out')).toEqual(['.sitegen', 'index.html']);
  expect(await project.read('out/index.html')).toBe(
    '<!doctype html><html lang="fr"><head><meta charSet="utf-8"/><title>Bonjour</title>' +
      '<meta name="description" content="Le plus petit site qui soit."/></head><body><h1>Bonjour</h1></body></html>\n',
  );
});
