/** The longest `addresses.txt` that is read. */
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { makeProject } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';

test('addresses.txt can have a million lines, all of them lost', { timeout: 300_000 }, async () => {
  const lines = Array.from({ length: 1_000_000 }, (_, at) => `/${at % 1000}/${at}/`);
  const project = await makeProject({ 'addresses.txt': lines.join('\n') });

  const { code, stdout } = await sitegenProcess(project.root, 'check', '--json');

  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  expect(code).toBe(1);
  expect(diagnostics).toHaveLength(101);
  expect(diagnostics.at(-1)?.message).toMatch(/^900000 addresses like "\*" were public/);
});
