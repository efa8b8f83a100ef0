/** The program of Cloudflare Workers, with the files from a build, answers as src/hosts/ describes. */
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { compareAnswers } from './asking/compare.ts';
import { DEVIATIONS, WITHOUT_SLASHES, WITH_SLASHES } from './asking/deviations.ts';
import { questionsFor } from './asking/questions.ts';
import { buildSample } from './asking/sample.ts';
import { hasWorkers, startWorkers } from './programs/workers.ts';

// In every order of hosts, `_redirects` has only rules that Workers accept.
test.runIf(hasWorkers).each([
  [true, ['cloudflare-workers']],
  [false, ['cloudflare-workers']],
  [true, ['cloudflare-workers', 'netlify']],
])('with trailing slashes: %s, for %j', { timeout: 120_000 }, async (trailingSlash, hosts) => {
  const sample = await buildSample('/', { trailingSlash, hosts });
  onTestFinished(() => rm(sample.project.root, { recursive: true }));
  const server = await startWorkers(sample.out);
  onTestFinished(server.stop);
  const deviations = [
    ...((trailingSlash ? WITH_SLASHES : WITHOUT_SLASHES)['workerd'] ?? []),
    ...(DEVIATIONS['workerd'] ?? []),
  ];
  const compared = { host: HOSTS['cloudflare-workers'], sample, server, deviations };

  expect(await compareAnswers(questionsFor(sample), compared)).toEqual([]);
});
