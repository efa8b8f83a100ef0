/** Servers that send compressed files which lie beside a page send them right. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { headersOf } from '../../src/hosts/headers.ts';
import { ask } from './asking/ask.ts';
import { buildSample, type Sample } from './asking/sample.ts';
import { CADDY, NGINX } from './programs/programs.ts';

/** Files with siblings, and one without. */
const PACKED = ['index.html', 'contact/index.html', '404.html', 'drawing.svg', 'module.mjs'];
const PLAIN = 'robots.txt';

let sample: Sample;
beforeAll(async () => {
  sample = await buildSample('/');
  const assets = sample.files.filter((file) => file.startsWith('assets/'));
  for (const file of [...PACKED, ...assets]) {
    const contents = await readFile(path.join(sample.out, file));
    await writeFile(path.join(sample.out, `${file}.br`), brotliCompressSync(contents));
    await writeFile(path.join(sample.out, `${file}.gz`), gzipSync(contents));
  }
});
afterAll(() => rm(sample.project.root, { recursive: true }));

for (const { title, host, isThere, start } of [NGINX, CADDY]) {
  test.runIf(isThere)(`${title} sends what lies beside a file, and tells caches`, async () => {
    const server = await start(sample);
    onTestFinished(server.stop);
    const assets = sample.files.filter((file) => file.startsWith('assets/'));
    const asked = ['br', 'gzip', 'gzip, br', 'identity', 'zstd'].flatMap((accepted) =>
      [...PACKED, ...assets, PLAIN].map((file) => ({ accepted, file })),
    );

    const answered = await Promise.all(
      asked.map(async ({ accepted, file }) => {
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
          tellsCaches: file === PLAIN || reply.headers['vary'] === 'Accept-Encoding',
          differs: known.flatMap(([name, value]) => (reply.headers[name.toLowerCase()] === value ? [] : [name])),
        };
      }),
    );

    expect(answered).toEqual(
      asked.map(({ accepted, file }) => ({
        accepted,
        file,
        encoding: file === PLAIN ? undefined : ['br', 'gzip'].find((encoding) => accepted.includes(encoding)),
        isWhole: true,
        tellsCaches: true,
        differs: [],
      })),
    );
  });
}
