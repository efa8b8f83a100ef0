/** Real servers, configured with files from a build, answer as src/hosts/ describes. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { compareAnswers } from './asking/compare.ts';
import { DEVIATIONS, OUTSIDE_OF_HTACCESS, WITHOUT_SLASHES, WITH_SLASHES } from './asking/deviations.ts';
import { questionsFor } from './asking/questions.ts';
import { buildSample, type Sample } from './asking/sample.ts';
import { APACHE, NGINX, RGW, S3RVER } from './programs/programs.ts';

/** Differences of test servers: s3rver cannot answer POST as S3 does, and RGW sends a body for HEAD. */
const CANNOT: Readonly<Record<string, readonly string[]>> = { s3rver: ['POST'], 'Ceph RGW': ['POST', 'HEAD'] };

describe.each([
  ['/', true],
  ['/docs/', true],
  ['/', false],
  ['/docs/', false],
])('a site at %s, with trailing slashes: %s', (base, trailingSlash) => {
  let sample: Sample;
  beforeAll(async () => void (sample = await buildSample(base, { trailingSlash })));
  afterAll(() => rm(sample.project.root, { recursive: true }));

  for (const { title, host, isThere, start } of [
    NGINX,
    APACHE,
    ...(trailingSlash ? [S3RVER] : []),
    ...(trailingSlash && base === '/' ? [RGW] : []),
  ]) {
    test.runIf(isThere)(
      `is answered by ${title} as src/hosts/ describes ${HOSTS[host].title}`,
      { timeout: 120_000 },
      async () => {
        const server = await start(sample);
        onTestFinished(server.stop);
        const questions = questionsFor(sample).filter(({ method }) => !CANNOT[title]?.includes(method));
        const deviations = [
          ...((trailingSlash ? WITH_SLASHES : WITHOUT_SLASHES)[title] ?? []),
          ...(DEVIATIONS[title] ?? []),
          ...(base !== '/' && title === 'Apache' ? [OUTSIDE_OF_HTACCESS] : []),
        ];

        expect(await compareAnswers(questions, { host: HOSTS[host], sample, server, deviations })).toEqual([]);
      },
    );
  }
});
