/** Where in S3 to deploy a site. */
export interface Destination {
  readonly bucket: string;
  /** Precedes each key: empty, or ends with a slash, so that `site` never matches `site2/`. */
  readonly prefix: string;
}

/**
 * Reads `s3://bucket`, `s3://bucket/site` or `s3://bucket/site/`.
 *
 * @returns `undefined` for anything else, and for a folder that cannot be part of an address
 */
export function readDestination(text: string): Destination | undefined {
  const [, bucket, path = ''] = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket === undefined) return undefined;
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  const names = prefix.split('/').slice(0, -1);
  const isPlain = names.every((name) => name !== '' && name !== '.' && name !== '..' && !/[\p{Cc}\\?#]/u.test(name));
  return isPlain ? { bucket, prefix } : undefined;
}

/** For messages. */
export const EXPECTED_DESTINATION =
  'Expected a bucket, with or without a folder: s3://bucket/folder. A bucket has 3 to 63 lower-case letters, digits, dots and hyphens; ' +
  'no folder is empty, "." or "..", or contains "\\", "?", "#" or control characters.';

/** `s3://bucket/site/` */
export function formatDestination({ bucket, prefix }: Destination): string {
  return `s3://${bucket}/${prefix}`;
}
