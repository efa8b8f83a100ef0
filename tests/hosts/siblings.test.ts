/** Servers that send the compressed files next to a page send them correctly. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { isHidden } from '../../src/hosts/answer.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { headersOf } from '../../src/hosts/headers.ts';
import { redirectOutput } from '../../src/hosts/redirects.ts';
import { mapConcurrently } from '../../src/shared/concurrency.ts';
import { ask } from './asking/ask.ts';
import { buildSample, type Sample } from './asking/sample.ts';
import { NGINX } from './programs/programs.ts';

/** The one that servers prefer comes first. */
const ENDINGS: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };

let sample: Sample;
beforeAll(async () => void (sample = await buildSample('/', { compress: ['br', 'gzip'] })));
afterAll(() => rm(sample.project.root, { recursive: true }));

const { title, host, isThere, start } = NGINX;
test.runIf(isThere)(`${title} sends compressed files, and sets Vary for caches`, async () => {
  const server = await start(sample);
  onTestFinished(server.stop);
  const all = await sample.project.list('www');
  const moved = sample.site.redirects.map(redirectOutput);
  const shown = sample.files.filter((file) => /\.\w+$/.test(file) && !isHidden(file) && !moved.includes(file));
  const asked = ['br', 'gzip', 'gzip, br', 'identity', 'zstd'].flatMap((accepted) =>
    shown.map((file) => ({ accepted, file })),
  );
  const encodingOf = (file: string, accepted: string) =>
    Object.keys(ENDINGS).find((encoding) => accepted.includes(encoding) && all.includes(file + ENDINGS[encoding]));
  const isPacked = (file: string) => encodingOf(file, 'br, gzip') !== undefined;

  const answered = await mapConcurrently(asked, 8, async ({ accepted, file }) => {
    const pathname = file === '404.html' ? '/nope' : `/${file.replace(/index\.html$/, '')}`;
    const headers = { 'accept-encoding': accepted };
    const reply = await ask(server, { method: 'GET', pathname, query: '' }, headers);
    const encoding = reply.headers['content-encoding'];
    const known = Object.entries(headersOf(HOSTS[host], sample.site, file));
    return {
      accepted,
      file,
      encoding,
      isWhole: reply.body.equals(await readFile(path.join(sample.out, file))),
      tellsCaches: !isPacked(file) || reply.headers['vary'] === 'Accept-Encoding',
      differs: known.flatMap(([name, value]) => (reply.headers[name.toLowerCase()] === value ? [] : [name])),
    };
  });

  expect(sample.files.filter(isPacked).length).toBeGreaterThan(10);
  expect(answered).toEqual(
    asked.map(({ accepted, file }) => ({
      accepted,
      file,
      encoding: encodingOf(file, accepted),
      isWhole: true,
      tellsCaches: true,
      differs: [],
    })),
  );
});
