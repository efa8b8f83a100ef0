import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { cacheControlOf, mediaTypeOf } from '../../../src/hosts/file-metadata.ts';
import { isHidden } from '../../../src/hosts/answer.ts';
import { encodePath } from '../asking/ask.ts';
import type { Sample } from '../asking/sample.ts';

/** Credentials and endpoint of an S3. */
export interface Account {
  readonly origin: string;
  readonly key: string;
  readonly secret: string;
}

/** Uploads a site's files to a bucket, with the headers of a deploy. */
export async function uploadSite(account: Account, bucket: string, { out, files, site }: Sample): Promise<void> {
  for (const file of files.filter((name) => !isHidden(name))) {
    const headers = { 'Content-Type': mediaTypeOf(file), 'Cache-Control': cacheControlOf(file) };
    await put(account, `/${bucket}${encodePath(site.base + file)}`, headers, await readFile(path.join(out, file)));
  }
}

/**
 * A single request, signed in the oldest way that S3 supports, which is the shortest.
 * | @param resource encoded: `/bucket/key`, `/bucket?website`
 */
export async function put(
  { origin, key, secret }: Account,
  resource: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer | string,
): Promise<void> {
  const date = new Date().toUTCString();
  const signed = ['PUT', '', headers['Content-Type'] ?? '', date, resource].join('\n');
  const signature = createHmac('sha1', secret).update(signed).digest('base64');
  const asked = request(origin + resource, {
    method: 'PUT',
    headers: {
      ...headers,
      'Content-Length': Buffer.byteLength(body),
      Date: date,
      Authorization: `AWS ${key}:${signature}`,
    },
  });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const said = await text(answer);
  if (answer.statusCode === undefined || answer.statusCode >= 300)
    throw new Error(`PUT ${resource} was answered with ${answer.statusCode}: ${said}`);
}
