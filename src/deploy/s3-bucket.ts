/** The operations on S3, or a compatible service, that a deploy needs. */
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { allowManyListeners, mapConcurrently } from '../shared/concurrency.ts';
import { formatDestination, type Destination } from './s3-url.ts';
import { describeS3Error, loadSdk, nameOfError, statusOf } from './aws-sdk.ts';
import type { SiteFile } from './site-files.ts';

export interface BucketOptions {
  /** The project's folder, absolute: its packages take precedence. */
  readonly root: string;
  readonly destination: Destination;
  /** The URL of a service that is not Amazon's. */
  readonly endpoint: string | undefined;
  /** Default: from the environment or the profile. */
  readonly region: string | undefined;
  /** Aborts requests in progress. */
  readonly signal: AbortSignal;
}

/** The ETags of all files below the prefix, by path. */
export type Listing = ReadonlyMap<string, string>;

/** An object as it was when it was read. */
export interface StoredText {
  /** UTF-8. */
  readonly text: string;
  readonly etag: string;
}

/** The headers of an object, and its identity. */
export interface StoredHeaders {
  readonly type: string | undefined;
  readonly cacheControl: string | undefined;
  readonly location: string | undefined;
  readonly etag: string;
}

/** The state that an object must have to be written. */
type Condition = { readonly IfMatch: string } | { readonly IfNoneMatch: '*' };

/**
 * `refused`: the object has another state. `busy`: it is being written. `unsupported`: the service does not know the
 * condition.
 */
type ConditionalAnswer = { readonly etag: string } | 'refused' | 'busy' | 'unsupported';

export interface ListOptions {
  /** Files that are presumably there, in the order of code units: a long list is read in parallel between them. */
  readonly names?: readonly string[];
  /** The maximum number of simultaneous requests. */
  readonly concurrency?: number;
}

/** The part of a bucket below the prefix. Each call throws a `SitegenError` if the user can fix the problem. */
export interface Bucket {
  readonly list: (options?: ListOptions) => Promise<Listing>;
  /** @returns `undefined` if there is no such object, or none that may be read */
  readonly readIfReadable: (file: string) => Promise<StoredText | undefined>;
  readonly readHeaders: (file: string) => Promise<StoredHeaders>;
  /** @returns the ETag */
  readonly write: (file: SiteFile, contents: Uint8Array) => Promise<string>;
  readonly writeIf: (file: SiteFile, contents: Uint8Array, condition: Condition) => Promise<ConditionalAnswer>;
  readonly remove: (file: string) => Promise<void>;
  /** The time by the service's clock, according to its last response, in ms since the epoch. */
  readonly now: () => number;
  readonly close: () => void;
}

/** A request without a response is aborted after this time and repeated, in ms. */
const TIMEOUT = 20_000;

const MAX_CONNECTIONS = 64;

/** @throws {SitegenError} when the package for S3 is not installed */
export function openBucket(options: BucketOptions): Bucket {
  const s3 = connect(options);
  return {
    list: (listOptions) => list(s3, listOptions),
    readIfReadable: (file) => readIfReadable(s3, file),
    readHeaders: (file) => readHeaders(s3, file),
    write: (file, contents) => write(s3, file, contents),
    writeIf: (file, contents, condition) => writeIf(s3, file, contents, condition),
    remove: (file) => remove(s3, file),
    now: s3.clock.now,
    close: () => s3.client.destroy(),
  };
}

type Connection = ReturnType<typeof connect>;

function connect({ root, destination, endpoint, region, signal }: BucketOptions) {
  const { bucket, prefix } = destination;
  const sdk = loadSdk('@aws-sdk/client-s3', root, 'sitegen deploy') as typeof import('@aws-sdk/client-s3');
  const client: S3Client = new sdk.S3Client(configure(endpoint, region));
  const clock = followClock(client);
  return {
    sdk,
    client,
    clock,
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

/** Clocks of machines that deploy may be wrong, but all of them see the same service clock. */
function followClock(client: S3Client) {
  let offset = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      const { headers } = answer.response as { readonly headers?: Readonly<Record<string, string>> };
      const date = Date.parse(headers?.['date'] ?? '');
      if (!Number.isNaN(date)) offset = date - Date.now();
      return answer;
    },
    { step: 'deserialize', priority: 'low', name: 'followClock' }, // the innermost: also for errors
  );
  return { now: () => Date.now() + offset };
}

/** The number of files, about ten pages of a list, for which another request at the same time pays. */
const RANGE = 10_000;

async function list(s3: Connection, { names = [], concurrency = 1 }: ListOptions = {}): Promise<Listing> {
  const requests = Math.max(1, Math.min(concurrency, Math.floor(names.length / RANGE)));
  const starts = Array.from({ length: requests }, (_, index) => names[Math.floor((index * names.length) / requests)]);
  const ranges = starts.map((after, index) => ({ after: index === 0 ? undefined : after, until: starts[index + 1] }));
  const parts = await mapConcurrently(ranges, requests, (range) => listRange(s3, range));
  const etags = new Map<string, string>();
  for (const part of parts) for (const [file, etag] of part) etags.set(file, etag);
  return etags;
}

/** Part of a list, in the order of bytes. */
interface Range {
  /** The file before it; `undefined` for the beginning of the list. */
  readonly after: string | undefined;
  /** Its last file; `undefined` for the end of the list. */
  readonly until: string | undefined;
}

/** @returns all files of a range, and perhaps some after it */
async function listRange(s3: Connection, { after, until }: Range): Promise<Listing> {
  const { sdk, client, destination, options, answer } = s3;
  const { bucket: Bucket, prefix: Prefix } = destination;
  const etags = new Map<string, string>();
  const start = after === undefined ? {} : { StartAfter: Prefix + after };
  const isAtEnd = (file: string) => until !== undefined && Buffer.compare(Buffer.from(file), Buffer.from(until)) >= 0;
  await readPages(s3, async (token) => {
    const input = { Bucket, Prefix, ...(token === undefined ? start : { ContinuationToken: token }) };
    const sent = client.send(new sdk.ListObjectsV2Command(input), options);
    const { Name, Contents = [], NextContinuationToken } = await answer('list its files', 's3:ListBucket', sent);
    for (const { Key = '', ETag } of Contents) {
      const file = Key.slice(Prefix.length);
      etags.set(file, unquote(ETag));
    }
    const last = Contents.at(-1)?.Key?.slice(Prefix.length);
    const next = last !== undefined && isAtEnd(last) ? undefined : NextContinuationToken;
    return { name: Name, next, last, entries: Contents.length };
  });
  return etags;
}

/** A page of a list. */
interface ListPage {
  /** Of the bucket. */
  readonly name: string | undefined;
  /** Where the next page begins; `undefined` for the last one. */
  readonly next: string | undefined;
  /** Where this one ends. */
  readonly last: string | undefined;
  readonly entries: number;
}

/** The pages that a list may have at most; and those it may have if they are almost empty, as after many deletions. */
const MAX_PAGES = { all: 20_000, sparse: 1000 };

/** Pages with fewer entries on average are almost empty. A full one has a thousand. */
const SPARSE = 100;

/** Reads a list until its end. One that returns to an earlier place has none. */
async function readPages(
  { destination, endpoint }: Connection,
  read: (token: string | undefined) => Promise<ListPage>,
): Promise<void> {
  const places = new Set<string>();
  let token: string | undefined;
  let found = 0;
  for (let page = 1; page <= MAX_PAGES.sparse || (page <= MAX_PAGES.all && found >= (page - 1) * SPARSE); page += 1) {
    const { name, next, last, entries } = await read(token);
    // The SDK reads an HTML page as an empty list.
    if (name === undefined) throw new SitegenError(`${endpoint} does not respond like S3.\nTry: check --endpoint.`);
    if (next === undefined) return;
    found += entries;
    const reached = [`next ${next}`, ...(last === undefined ? [] : [`last ${last}`])];
    if (reached.some((place) => places.has(place))) break;
    for (const place of reached) places.add(place);
    token = next;
  }
  const place = formatDestination(destination);
  throw new SitegenError(
    `The list of the files in ${place} does not end: ${count(found, 'file')} so far. Nothing was changed.\n` +
      'Try: deploy to a folder of the bucket with nothing else in it; or check --endpoint',
  );
}

async function readIfReadable(s3: Connection, file: string): Promise<StoredText | undefined> {
  const { sdk, client, options, keyOf, answer } = s3;
  const read = async () => {
    try {
      const { Body, ETag } = await client.send(new sdk.GetObjectCommand(keyOf(file)), options);
      return { text: (await Body?.transformToString()) ?? '', etag: unquote(ETag) };
    } catch (error) {
      // Without the permission to list, S3 does not reveal that a file is missing.
      const isDenied = nameOfError(error) === 'AccessDenied';
      if (isDenied || (statusOf(error) === 404 && nameOfError(error) !== 'NoSuchBucket')) return undefined;
      throw error;
    }
  };
  return answer(`read ${file}`, 's3:GetObject', read());
}

async function readHeaders(s3: Connection, file: string): Promise<StoredHeaders> {
  const { sdk, client, options, keyOf, answer } = s3;
  const sent = client.send(new sdk.HeadObjectCommand(keyOf(file)), options);
  const headers = await answer(`read the headers of ${file}`, 's3:GetObject', sent);
  return {
    type: headers.ContentType,
    cacheControl: headers.CacheControl,
    location: headers.WebsiteRedirectLocation,
    etag: unquote(headers.ETag),
  };
}

async function write(s3: Connection, file: SiteFile, contents: Uint8Array): Promise<string> {
  return s3.answer(`write ${file.file}`, 's3:PutObject', putObject(s3, file, contents, {}));
}

async function putObject(
  { sdk, client, options, keyOf }: Connection,
  { file, md5, type, cacheControl, location }: SiteFile,
  contents: Uint8Array,
  condition: Partial<Condition>,
): Promise<string> {
  const input = {
    ...keyOf(file),
    ...condition,
    Body: contents,
    ContentLength: contents.length,
    ContentMD5: Buffer.from(md5, 'hex').toString('base64'), // S3 rejects contents damaged in transit
    ContentType: type,
    CacheControl: cacheControl,
    ...(location !== undefined && { WebsiteRedirectLocation: location }),
  };
  const { ETag } = await client.send(new sdk.PutObjectCommand(input), options);
  return unquote(ETag);
}

/** The errors of services that do not know a header. */
const UNSUPPORTED = ['NotImplemented', 'InvalidArgument', 'InvalidRequest'];

async function writeIf(
  s3: Connection,
  file: SiteFile,
  contents: Uint8Array,
  condition: Condition,
): Promise<ConditionalAnswer> {
  const attempt = async (): Promise<ConditionalAnswer> => {
    try {
      return { etag: await putObject(s3, file, contents, condition) };
    } catch (error) {
      const [name, status] = [nameOfError(error), statusOf(error)];
      if (status === 412 || (status === 404 && name !== 'NoSuchBucket')) return 'refused';
      if (status === 409) return 'busy';
      if (status === 501 || UNSUPPORTED.includes(name)) return 'unsupported';
      throw error;
    }
  };
  return s3.answer(`write ${file.file}`, 's3:PutObject', attempt());
}

async function remove({ sdk, client, options, keyOf, answer }: Connection, file: string): Promise<void> {
  await answer(`delete ${file}`, 's3:DeleteObject', client.send(new sdk.DeleteObjectCommand(keyOf(file)), options));
}

/** @returns `undefined` for Amazon's */
export function endpointOf(given: string | undefined): string | undefined {
  return given ?? process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL'];
}

/** Credentials, and options that are not given, come from the environment and the profile. */
function configure(givenEndpoint: string | undefined, givenRegion: string | undefined): S3ClientConfig {
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  const endpoint = endpointOf(givenEndpoint);
  // Services other than Amazon's have no regions, but the name is part of the signature. The SDK does not read
  // AWS_DEFAULT_REGION; the AWS CLI does.
  const region = givenRegion ?? AWS_REGION ?? AWS_DEFAULT_REGION ?? (endpoint === undefined ? undefined : 'us-east-1');
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  return {
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(region !== undefined && { region }),
    followRegionRedirects: true,
    retryMode: 'adaptive', // sends fewer requests after a 503 (SlowDown), and more again after a while
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

/** `"5d41…"`, or `W/"5d41…"` by a proxy that compresses, -> `5d41…` */
function unquote(etag = ''): string {
  return etag.replace(/^W\//, '').replaceAll('"', '');
}
