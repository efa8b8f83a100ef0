/** Documents built to keep a build busy, exhaust its memory or crash its process: the limits of pages end and name each of them. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { HOSTILE } from '../helpers/hostile-documents.ts';
import { makeProject } from '../helpers/project.ts';
import { ROOT, run } from '../helpers/run.ts';

/** The limits of the pages. */
const SECONDS = 5;
const MEGABYTES = 512;

/** For the build around them, on a machine that does other things. */
const MAX_SECONDS = SECONDS + 40;
const MAX_MEGABYTES = MEGABYTES + 500;

const REPORT = `import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const usage = { seconds: process.uptime(), megabytes: process.resourceUsage().maxRSS / 1024 };
  writeFileSync('usage.json', JSON.stringify(usage));
});`;

test.each(
  Object.entries(HOSTILE).flatMap(([name, document]) => [
    { name, document, html: false },
    { name, document, html: true },
  ]),
)('$name, HTML: $html', { timeout: 120_000 }, async ({ document, html }) => {
  const { code, stderr, seconds, megabytes } = await buildDocument(document(), html);

  // It is either published, or its mistakes are reported.
  const isReported = /^error [\w-]+ +templates\/pages\/index\.md/m.test(stderr);
  expect({ code, stderr: stderr.slice(0, 1000), isRight: code === 0 || isReported }).toMatchObject({ isRight: true });
  expect(seconds).toBeLessThan(MAX_SECONDS);
  expect(megabytes).toBeLessThan(MAX_MEGABYTES);
});

/** @returns the result of the command, its time and its peak memory */
async function buildDocument(document: string, html: boolean) {
  const project = await makeProject({
    'sitegen.config.ts': `export default {
  limits: { seconds: ${SECONDS}, memory: ${MEGABYTES} },
  markdown: { html: ${html} },
  checks: { 'code-plain': 'off' },
};`,
    'templates/pages/index.tsx': undefined,
    'templates/pages/index.md': `---\ntitle: A\ndescription: B\n---\n\n# A\n\n${document}`,
  });
  const report = path.join(project.root, 'report.mjs');
  await writeFile(report, REPORT);

  const command = ['node', '--import', pathToFileURL(report).href, path.join(ROOT, 'bin/sitegen.js'), 'build'];
  const ran = await run(command, project.root);
  const usage = JSON.parse(await readFile(path.join(project.root, 'usage.json'), 'utf8')) as {
    readonly seconds: number;
    readonly megabytes: number;
  };
  return { ...ran, ...usage };
}
