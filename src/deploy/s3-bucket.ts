/** The operations on S3, or a compatible service, that a deploy needs. */
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { SitegenError } from '../shared/errors.ts';
import { allowManyListeners } from '../shared/concurrency.ts';
import type { Listing } from './diff.ts';
import type { Destination } from './s3-url.ts';
import { describeS3Error, loadSdk } from './aws-sdk.ts';
import type { SiteFile } from './site-files.ts';

export interface BucketOptions {
  /** The project's folder, absolute: its packages take precedence. */
  readonly root: string;
  readonly destination: Destination;
  /** The URL of a service that is not Amazon's. */
  readonly endpoint: string | undefined;
  /** Absent: taken from the environment or the profile. */
  readonly region: string | undefined;
  /** Aborts requests in progress. */
  readonly signal: AbortSignal;
}

/** The part of a bucket below the prefix. Each call throws a `SitegenError` if the user can fix the problem. */
export interface Bucket {
  readonly list: () => Promise<Listing>;
  /** Contents, UTF-8. */
  readonly read: (file: string) => Promise<string>;
  /** Checks that an object has the headers of a file. */
  readonly hasHeadersOf: (file: SiteFile) => Promise<boolean>;
  /** @returns the ETag */
  readonly write: (file: SiteFile, contents: Uint8Array) => Promise<string>;
  readonly remove: (file: string) => Promise<void>;
  readonly close: () => void;
}

/** A request without a response is aborted after this time and repeated, in ms. */
const TIMEOUT = 20_000;

const MAX_CONNECTIONS = 64;

/** @throws {SitegenError} when the package for S3 is not installed */
export function openBucket(options: BucketOptions): Bucket {
  const s3 = connect(options);
  return {
    list: () => list(s3),
    read: (file) => read(s3, file),
    hasHeadersOf: (file) => hasHeadersOf(s3, file),
    write: (file, contents) => write(s3, file, contents),
    remove: (file) => remove(s3, file),
    close: () => s3.client.destroy(),
  };
}

type Connection = ReturnType<typeof connect>;

function connect({ root, destination, endpoint, region, signal }: BucketOptions) {
  const { bucket, prefix } = destination;
  const sdk = loadSdk('@aws-sdk/client-s3', root, 'sitegen deploy') as typeof import('@aws-sdk/client-s3');
  const client: S3Client = new sdk.S3Client(configure(endpoint, region));
  return {
    sdk,
    client,
    destination,
    endpoint,
    options: { abortSignal: allowManyListeners(signal) },
    keyOf: (file: string) => ({ Bucket: bucket, Key: prefix + file }),
    /**
     * @param action for messages: `write index.html`
     * @param permission the one it requires: `s3:PutObject`
     */
    answer: async <Answer>(action: string, permission: string, sent: Promise<Answer>): Promise<Answer> => {
      try {
        return await sent;
      } catch (error) {
        throw describeS3Error(error, { bucket, endpoint, action, permission });
      }
    },
  };
}

async function list({ sdk, client, destination, endpoint, options, answer }: Connection): Promise<Listing> {
  const { bucket: Bucket, prefix: Prefix } = destination;
  const etags = new Map<string, string>();
  let token: string | undefined;
  do {
    const input = { Bucket, Prefix, ...(token !== undefined && { ContinuationToken: token }) };
    const sent = client.send(new sdk.ListObjectsV2Command(input), options);
    const { Name, Contents = [], NextContinuationToken } = await answer('list its files', 's3:ListBucket', sent);
    // The SDK reads an HTML page as an empty list.
    if (Name === undefined) throw new SitegenError(`${endpoint} does not respond like S3.\nTry: check --endpoint.`);
    for (const { Key = '', ETag } of Contents) etags.set(Key.slice(Prefix.length), unquote(ETag));
    token = NextContinuationToken;
  } while (token !== undefined);
  return etags;
}

async function read({ sdk, client, options, keyOf, answer }: Connection, file: string): Promise<string> {
  const sent = client.send(new sdk.GetObjectCommand(keyOf(file)), options);
  const text = sent.then(({ Body }) => Body?.transformToString() ?? '');
  return answer(`read ${file}`, 's3:GetObject', text);
}

async function hasHeadersOf({ sdk, client, options, keyOf, answer }: Connection, site: SiteFile): Promise<boolean> {
  const { file, type, cacheControl, location } = site;
  const sent = client.send(new sdk.HeadObjectCommand(keyOf(file)), options);
  const headers = await answer(`read the headers of ${file}`, 's3:GetObject', sent);
  return (
    headers.ContentType === type &&
    headers.CacheControl === cacheControl &&
    headers.WebsiteRedirectLocation === location
  );
}

async function write(
  { sdk, client, options, keyOf, answer }: Connection,
  { file, md5, type, cacheControl, location }: SiteFile,
  contents: Uint8Array,
): Promise<string> {
  const input = {
    ...keyOf(file),
    Body: contents,
    ContentLength: contents.length,
    ContentMD5: Buffer.from(md5, 'hex').toString('base64'), // S3 rejects contents damaged in transit
    ContentType: type,
    CacheControl: cacheControl,
    ...(location !== undefined && { WebsiteRedirectLocation: location }),
  };
  const sent = client.send(new sdk.PutObjectCommand(input), options);
  const { ETag } = await answer(`write ${file}`, 's3:PutObject', sent);
  return unquote(ETag);
}

async function remove({ sdk, client, options, keyOf, answer }: Connection, file: string): Promise<void> {
  await answer(`delete ${file}`, 's3:DeleteObject', client.send(new sdk.DeleteObjectCommand(keyOf(file)), options));
}

/** Credentials, and options that are not given, come from the environment and the profile. */
function configure(givenEndpoint: string | undefined, givenRegion: string | undefined): S3ClientConfig {
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  const endpoint = givenEndpoint ?? AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL;
  // Services other than Amazon's have no regions, but the name is part of the signature. The SDK does not read
  // AWS_DEFAULT_REGION; the AWS CLI does.
  const region = givenRegion ?? AWS_REGION ?? AWS_DEFAULT_REGION ?? (endpoint === undefined ? undefined : 'us-east-1');
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  return {
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(region !== undefined && { region }),
    followRegionRedirects: true,
    maxAttempts: 5,
    // By default the SDK sends checksums after the contents, and older servers store them as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: TIMEOUT / 2,
      socketTimeout: TIMEOUT,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
}

/** `"5d41…"` -> `5d41…` */
function unquote(etag = ''): string {
  return etag.replaceAll('"', '');
}
