/** Documents built to keep a build busy, exhaust its memory or crash its process, each in a separate build. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { HOSTILE } from '../helpers/hostile-documents.ts';
import { makeProject } from '../helpers/project.ts';
import { ROOT, run } from '../helpers/run.ts';

/** Processor time, on a machine on which a build of one short page takes 0.5 s. */
const MAX_SECONDS = 3.5;

/** How many times longer than such a build a document may take: machines differ, and are shared. */
const MAX_RATIO = MAX_SECONDS / 0.5;

const MAX_MEGABYTES = 550;

/** In seconds of processor time. Measured by the first test. */
let shortBuild: Promise<number> | undefined;

async function measureShortBuild(): Promise<number> {
  const seconds: number[] = [];
  for (let index = 0; index < 3; index += 1) seconds.push((await buildDocument('Short.', false)).seconds);
  return Math.min(...seconds);
}

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
  const short = await (shortBuild ??= measureShortBuild());

  const { code, stderr, seconds, megabytes } = await buildDocument(document(), html);

  // It is either published, or its mistakes are reported.
  const isReported = /^error [\w-]+ +templates\/pages\/index\.md/m.test(stderr);
  expect({ code, stderr: stderr.slice(0, 1000), isRight: code === 0 || isReported }).toMatchObject({ isRight: true });
  expect(seconds).toBeLessThan(Math.max(MAX_SECONDS, MAX_RATIO * short));
  expect(megabytes).toBeLessThan(MAX_MEGABYTES);
});

/** @returns the result of the command, its processor time and its peak memory */
async function buildDocument(document: string, html: boolean) {
  const project = await makeProject({
    'sitegen.config.ts': `export default { markdown: { html: ${html} }, checks: { 'code-plain': 'off' } };`,
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
