/** `sitegen serve --as` answers like the real hosts. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { HOSTS } from '../../src/hosts/hosts.ts';
import type { HostName } from '../../src/api/host.ts';
import { startServe } from '../helpers/serve.ts';
import { isHidden } from '../../src/hosts/answer.ts';
import type { Question } from './asking/ask.ts';
import { compareAnswers } from './asking/compare.ts';
import { questionsFor } from './asking/questions.ts';
import { buildSample, type Sample } from './asking/sample.ts';

let sample: Sample;
beforeAll(async () => void (sample = await buildSample('/docs/')));
afterAll(() => rm(sample.project.root, { recursive: true }));

/** One of each group of hosts that answer alike. */
const NAMES: readonly HostName[] = ['cloudflare', 'cloudfront', 'github', 'nginx', 's3'];

test.each(NAMES)('the preview answers like %s', async (name) => {
  const running = await startServe(sample.project.root, '--no-watch', '--as', name);
  onTestFinished(async () => void (await running.stop()));
  const server = { origin: new URL(running.url).origin, stop: async () => void (await running.stop()) };
  const questions = questionsFor(sample).filter((question) => !isItsOwn(question));

  expect(await compareAnswers(questions, { host: HOSTS[name], sample, server, deviations: [] })).toEqual([]);
});

/** Answers of the preview that differ from every host: it is read-only, strict with paths, and redirects to the base path. */
function isItsOwn({ method, pathname }: Question): boolean {
  return method === 'POST' || pathname.includes('//') || isHidden(pathname) || !pathname.startsWith('/docs/');
}
