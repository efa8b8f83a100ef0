/** Where in S3 a site is to lie. */
export interface Destination {
  readonly bucket: string;
  /** Before each key: empty, or with a slash at its end, so that `site` never means `site2/`, too. */
  readonly prefix: string;
}

/**
 * Reads `s3://bucket`, `s3://bucket/site` or `s3://bucket/site/`.
 *
 * @returns nothing when it is none of these, or names a folder that no address could lead to
 */
export function readDestination(text: string): Destination | undefined {
  const [, bucket, path = ''] = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket === undefined) return undefined;
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  const names = prefix.split('/').slice(0, -1);
  const isPlain = names.every((name) => name !== '' && name !== '.' && name !== '..' && !/[\p{Cc}\\?#]/u.test(name));
  return isPlain ? { bucket, prefix } : undefined;
}

/** As it is typed: `s3://bucket/site/` */
export function formatDestination({ bucket, prefix }: Destination): string {
  return `s3://${bucket}/${prefix}`;
}
