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

/** @returns what is wrong with a text that `readDestination` does not accept */
export function describeDestination(text: string): string {
  const [, bucket] = /^s3:\/\/([^/]*)/.exec(text) ?? [];
  if (!bucket) return 'Expected a bucket, with or without a folder: s3://bucket/folder';
  if (readDestination(`s3://${bucket}`) !== undefined)
    return 'The names of its folders must not be empty, "." or "..", or contain "\\", "?", "#" or control characters.';
  const length = bucket.length < 3 ? 'is too short' : bucket.length > 63 ? 'is too long' : 'is not valid';
  return `The bucket name "${bucket}" ${length}: it has 3 to 63 lower-case letters, digits, dots and hyphens, with a letter or digit at both ends.`;
}

/** `s3://bucket/site/` */
export function formatDestination({ bucket, prefix }: Destination): string {
  return `s3://${bucket}/${prefix}`;
}
