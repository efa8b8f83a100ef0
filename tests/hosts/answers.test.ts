/** Real servers, set up with what a build writes for them, answer as src/hosts/ says that they do. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { compareAnswers } from './asking/compare.ts';
import { DEVIATIONS, OUTSIDE_OF_HTACCESS } from './asking/deviations.ts';
import { questionsFor } from './asking/questions.ts';
import { buildSample, type Sample } from './asking/sample.ts';
import { APACHE, CADDY, NGINX, S3RVER } from './programs/programs.ts';

describe.each(['/', '/docs/'])('a site at %s', (base) => {
  let sample: Sample;
  beforeAll(async () => void (sample = await buildSample(base)));
  afterAll(() => rm(sample.project.root, { recursive: true }));

  for (const { title, host, isThere, start } of [NGINX, APACHE, CADDY, S3RVER]) {
    test.runIf(isThere)(`is answered by ${title} as is known of ${HOSTS[host].title}`, async () => {
      const server = await start(sample);
      onTestFinished(server.stop);
      // s3rver has no answers to POST, as the real one has.
      const questions = questionsFor(sample).filter(({ method }) => method !== 'POST' || title !== 's3rver');
      const deviations = [
        ...(DEVIATIONS[title] ?? []),
        ...(base !== '/' && title === 'Apache' ? [OUTSIDE_OF_HTACCESS] : []),
      ];

      expect(await compareAnswers(questions, { host: HOSTS[host], sample, server, deviations })).toEqual([]);
    });
  }
});
