/** Documents that are meant to keep a build busy, to exhaust its memory or to end its process, each in a build of its own. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { HOSTILE } from '../helpers/hostile-documents.ts';
import { makeProject } from '../helpers/project.ts';
import { ROOT, run } from '../helpers/run.ts';

/** Of a process, with what a build of one page needs. */
const MAX_SECONDS = 3.5;
const MAX_MEGABYTES = 550;

const REPORT = `import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync('usage.json', JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }));
});`;

test.each(
  Object.entries(HOSTILE).flatMap(([name, document]) => [
    { name, document, html: false },
    { name, document, html: true },
  ]),
)('$name, HTML: $html', { timeout: 120_000 }, async ({ document, html }) => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { markdown: { html: ${html} }, checks: { 'code-plain': 'off', 'markdown-unknown': 'off' } };`,
    'templates/pages/index.tsx': undefined,
    'templates/pages/index.md': `---\ntitle: A\ndescription: B\n---\n\n# A\n\n${document()}`,
  });
  const report = path.join(project.root, 'report.mjs');
  await writeFile(report, REPORT);

  const command = ['node', '--import', pathToFileURL(report).href, path.join(ROOT, 'bin/sitegen.js'), 'build'];
  const { code, stderr } = await run(command, project.root);

  const usage = JSON.parse(await readFile(path.join(project.root, 'usage.json'), 'utf8')) as Record<string, number>;
  // It is published, or its mistakes are reported.
  const isReported = /^error [\w-]+ +templates\/pages\/index\.md/m.test(stderr);
  expect({ code, stderr: stderr.slice(0, 1000), isRight: code === 0 || isReported }).toMatchObject({ isRight: true });
  expect(usage['seconds']).toBeLessThan(MAX_SECONDS);
  expect(usage['megabytes']).toBeLessThan(MAX_MEGABYTES);
});

test('a document that is parsed for longer than a page may render is named like such a page', async () => {
  const project = await makeProject({
    'sitegen.config.ts': 'export default { limits: { seconds: 1 } };',
    'templates/pages/long.md': `---\ntitle: A\ndescription: B\n---\n\n# A\n\n${'[a](/b/) '.repeat(190_000)}`,
  });
  const { code, stderr } = await run(['node', path.join(ROOT, 'bin/sitegen.js'), 'build'], project.root);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error (?:page-too-slow|content-invalid) +templates\/pages\/long\.md/m);
});
