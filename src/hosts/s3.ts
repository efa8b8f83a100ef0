import type { HostFile, HostedSite } from '../api/host.ts';
import { redirectOutput, targetOf } from './redirects.ts';

/** The object that answers addresses that do not exist. */
export function errorKey(base: string): string {
  return `${base.slice(1)}404.html`;
}

/**
 * The website configuration of the bucket, for `aws s3api put-bucket-website`, and an object for each redirect. Routing
 * rules would also work, but a bucket can have only 50.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/how-to-page-redirect.html
 */
export function writeS3Files(site: HostedSite): HostFile[] {
  const { base, redirects } = site;
  const website = { IndexDocument: { Suffix: 'index.html' }, ErrorDocument: { Key: errorKey(base) } };
  const objects = redirects.map((redirect) => ({ key: redirectOutput(redirect), location: targetOf(site, redirect) }));
  return [
    { name: 's3-website.json', place: 'beside', text: `${JSON.stringify(website, null, 2)}\n` },
    ...(objects.length > 0
      ? [{ name: 's3-redirects.json', place: 'beside', text: `${JSON.stringify(objects, null, 2)}\n` } as const]
      : []),
  ];
}
