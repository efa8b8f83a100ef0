/** Parts of a deploy that work differently for many files. */
import { describe, expect, test } from 'vitest';
import { openBucket, type ListOptions } from '../../src/deploy/s3-bucket.ts';
import { startMemoryBucket } from './helpers/memory-bucket.ts';
import { deploy, md5Of } from './helpers/s3.ts';
import { makeSite } from './helpers/small-site.ts';

/** Lists the files below `site/`. */
async function list(endpoint: string, options: ListOptions): Promise<ReadonlyMap<string, string>> {
  const { signal } = new AbortController();
  const destination = { bucket: 'bucket', prefix: 'site/' };
  const bucket = openBucket({ root: import.meta.dirname, destination, endpoint, region: undefined, signal });
  try {
    return await bucket.list(options);
  } finally {
    bucket.close();
  }
}

const page = (name: string, number: number) => `${name}-${String(number).padStart(6, '0')}.html`;

describe('a list', () => {
  test('may have more than a thousand pages', { timeout: 120_000 }, async () => {
    let asked = 0;
    const instead = (): readonly [number, string] => {
      const keys = Array.from({ length: 100 }, (_, index) => `<Key>site/${page('page', asked * 100 + index)}</Key>`);
      const contents = keys.map((key) => `<Contents>${key}<ETag>"x"</ETag></Contents>`).join('');
      asked += 1;
      const next = asked < 1003 ? `<NextContinuationToken>${asked}</NextContinuationToken>` : '';
      return [200, `<?xml version="1.0"?><ListBucketResult><Name>bucket</Name>${next}${contents}</ListBucketResult>`];
    };
    const { endpoint } = await startMemoryBucket({ instead });
    const listing = await list(endpoint, {});
    expect(listing.size).toBe(100_300);
  });

  test('that returns to an earlier page is refused', async () => {
    let asked = 0;
    const instead = (): readonly [number, string] => {
      asked += 1;
      const contents = `<Contents><Key>site/${page('page', asked % 3)}</Key><ETag>"x"</ETag></Contents>`;
      const next = `<NextContinuationToken>${asked}</NextContinuationToken>`;
      return [200, `<?xml version="1.0"?><ListBucketResult><Name>bucket</Name>${next}${contents}</ListBucketResult>`];
    };
    const { endpoint } = await startMemoryBucket({ instead });
    await expect(list(endpoint, {})).rejects.toThrow(
      'The list of the files in s3://bucket/site/ does not end: 4 files',
    );
  });

  test('is the same in parallel, with files before, between and after those of the site', async () => {
    const bucket = await startMemoryBucket();
    const names = Array.from({ length: 30_000 }, (_, index) => page(index < 15_000 ? 'page' : 'seite', index));
    const others = ['a.html', 'page-0099.html', 'seite.html', 'zzz.html', '\u{1f600}.html', '\uffee.html'];
    const missing = new Set(names.filter((_, index) => index % 10_000 < 5));
    for (const name of [...names.filter((file) => !missing.has(file)), ...others])
      bucket.objects.set(`site/${name}`, { body: Buffer.from(name), headers: {} });
    bucket.objects.set('other/index.html', { body: Buffer.alloc(0), headers: {} });

    let asked = 0;
    let answerAll = () => {};
    const allAsked = new Promise<void>((resolve) => (answerAll = resolve));
    const waitForThree = async () => {
      asked += 1;
      if (asked === 3) answerAll();
      await allAsked;
    };

    const one = await list(bucket.endpoint, {});
    const many = await list(await bucket.open(waitForThree), { names, concurrency: 8 });

    expect(one.size).toBe(30_000 - missing.size + others.length);
    expect([...many]).toEqual([...one]);
    expect(asked).toBeLessThan(35); // 30 pages, and a part of one at each bound
  });
});

test('the files of a large site are hashed on threads, as they are on the main thread', async () => {
  const bucket = await startMemoryBucket();
  const project = await makeSite();
  const files = Array.from({ length: 600 }, (_, index) => [
    `out/${page('page', index)}`,
    `Page ${index}`.repeat(index),
  ]);
  await project.write(Object.fromEntries(files) as Record<string, string>);

  const ran = await deploy(project, bucket, 's3://site');

  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const wrong = [...bucket.objects].filter(
    ([, { body, headers }]) => headers['content-md5'] !== Buffer.from(md5Of(body), 'hex').toString('base64'),
  );
  expect(wrong).toEqual([]);
  expect(bucket.objects.get(page('page', 599))?.body.toString()).toBe('Page 599'.repeat(599));
});
