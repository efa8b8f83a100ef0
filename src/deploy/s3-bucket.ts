/** The operations on S3, or a compatible service, that a deploy needs. */
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { SitegenError } from '../shared/errors.ts';
import { allowManyListeners } from '../shared/concurrency.ts';
import { MAX_ATTEMPTS, describeS3Error, loadSdk, nameOfError, statusOf } from './aws-sdk.ts';
import type { Destination } from './s3-url.ts';
import { md5Of, type SiteFile } from './site-files.ts';

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

/** A record as it was when it was read or written. */
export interface StoredText {
  /** UTF-8. */
  readonly text: string;
  readonly etag: string;
}

/** The part of a bucket below the prefix. Each call throws a `SitegenError` if the user can fix the problem. */
export type Bucket = ReturnType<typeof openBucket>;

/** A request without a response is aborted after this time and repeated, in ms. */
const TIMEOUT = 20_000;

const MAX_CONNECTIONS = 64;

/** @throws {SitegenError} when the package for S3 is not installed */
export function openBucket({ root, destination, endpoint: given, region, signal }: BucketOptions) {
  const { bucket, prefix } = destination;
  const sdk = loadSdk('@aws-sdk/client-s3', root, 'sitegen deploy') as typeof import('@aws-sdk/client-s3');
  const endpoint = endpointOf(given);
  const service = formatService(endpoint);
  const client = new sdk.S3Client(configure(endpoint, region));
  const options = { abortSignal: allowManyListeners(signal) };
  const keyOf = (file: string) => ({ Bucket: bucket, Key: prefix + file });

  /**
   * @param action for messages: `write index.html`
   * @param permission the one it requires: `s3:PutObject`
   */
  async function explain<Answer>(action: string, permission: string, send: () => Promise<Answer>): Promise<Answer> {
    try {
      return await send();
    } catch (error) {
      throw describeS3Error(error, { bucket, service, action, permission });
    }
  }

  function list(): Promise<Listing> {
    return explain('list its files', 's3:ListBucket', async () => {
      const etags = new Map<string, string>();
      const pages = sdk.paginateListObjectsV2(
        { client, stopOnSameToken: true },
        { Bucket: bucket, Prefix: prefix },
        options,
      );
      for await (const { Name, Contents = [] } of pages) {
        // The SDK reads an HTML page as an empty list.
        if (Name === undefined) throw new SitegenError(`${service} does not respond like S3.\nTry: check --endpoint.`);
        for (const { Key = '', ETag } of Contents) etags.set(Key.slice(prefix.length), unquote(ETag));
      }
      return etags;
    });
  }

  /** @returns `undefined` if there is no such object, or none that may be read */
  function readIfReadable(file: string): Promise<StoredText | undefined> {
    return explain(`read ${file}`, 's3:GetObject', async () => {
      try {
        const { Body, ETag } = await client.send(new sdk.GetObjectCommand(keyOf(file)), options);
        return { text: (await Body?.transformToString()) ?? '', etag: unquote(ETag) };
      } catch (error) {
        // Without the permission to list, S3 does not reveal that a file is missing.
        const isDenied = nameOfError(error) === 'AccessDenied';
        if (isDenied || (statusOf(error) === 404 && nameOfError(error) !== 'NoSuchBucket')) return undefined;
        throw error;
      }
    });
  }

  /** True if the object has these headers. */
  function hasHeaders({ file, type, cacheControl, location }: SiteFile): Promise<boolean> {
    return explain(`read the headers of ${file}`, 's3:GetObject', async () => {
      const found = await client.send(new sdk.HeadObjectCommand(keyOf(file)), options);
      const { ContentType, CacheControl, WebsiteRedirectLocation } = found;
      return ContentType === type && CacheControl === cacheControl && WebsiteRedirectLocation === location;
    });
  }

  async function put(
    { file, md5, type, cacheControl, location }: SiteFile,
    contents: Uint8Array,
    condition: { readonly IfMatch?: string; readonly IfNoneMatch?: string } = {},
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

  /** @returns its ETag */
  function write(file: SiteFile, contents: Uint8Array): Promise<string> {
    return explain(`write ${file.file}`, 's3:PutObject', () => put(file, contents));
  }

  /**
   * Writes a record under the condition that it is still as it was read. Services without such conditions write it anyway.
   *
   * @param before `undefined` if there was none
   * @returns `undefined` if another process has written it since
   */
  async function replaceText(file: string, text: string, before?: StoredText): Promise<StoredText | undefined> {
    const contents = Buffer.from(text);
    const headers = { type: 'application/json', cacheControl: 'no-store' };
    const record = { file, size: contents.length, md5: md5Of(contents), ...headers };
    const condition = before === undefined ? { IfNoneMatch: '*' } : { IfMatch: `"${before.etag}"` };
    return explain(`write ${file}`, 's3:PutObject', async () => {
      try {
        return { text, etag: await put(record, contents, condition) };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const found = await readIfReadable(file);
        if (found?.text === text) return found; // the response was lost, and the repeated request refused
        if (found?.etag !== before?.etag || statusOf(error) === 409) return undefined;
        // It does not know the condition, or reads it differently: Ceph 16 expects an ETag without quotes.
        return { text, etag: await put(record, contents) };
      }
    });
  }

  async function remove(file: string): Promise<void> {
    const send = () => client.send(new sdk.DeleteObjectCommand(keyOf(file)), options);
    await explain(`delete ${file}`, 's3:DeleteObject', send);
  }

  return { list, readIfReadable, hasHeaders, write, replaceText, remove, close: () => client.destroy() };
}

/** The errors of services that do not know the condition of a write. */
const UNSUPPORTED = ['NotImplemented', 'InvalidArgument', 'InvalidRequest'];

/** True if the condition of a write is not met, or not known. */
function isRefusal(error: unknown): boolean {
  const [name, status] = [nameOfError(error), statusOf(error)];
  if (status === 404) return name !== 'NoSuchBucket';
  return status === 409 || status === 412 || status === 501 || UNSUPPORTED.includes(name);
}

/** @returns `undefined` for Amazon's. @throws {SitegenError} when it is not a URL */
function endpointOf(given: string | undefined): string | undefined {
  const endpoint = given ?? process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL'];
  if (endpoint === undefined || URL.canParse(endpoint)) return endpoint;
  throw new SitegenError('AWS_ENDPOINT_URL is not a URL.\nTry: write it like https://s3.example.net');
}

/** A service for messages, without a password that its URL may contain: `https://s3.example.net` */
function formatService(endpoint: string | undefined): string {
  if (endpoint === undefined) return 'Amazon S3';
  const { origin, pathname } = new URL(endpoint);
  return origin + pathname.replace(/\/$/, '');
}

/** Credentials, and options that are not given, come from the environment and the profile. */
function configure(endpoint: string | undefined, givenRegion: string | undefined): S3ClientConfig {
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  // Services other than Amazon's have no regions, but the name is part of the signature. The SDK does not read
  // AWS_DEFAULT_REGION; the AWS CLI does.
  const region = givenRegion ?? AWS_REGION ?? AWS_DEFAULT_REGION ?? (endpoint === undefined ? undefined : 'us-east-1');
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  return {
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(region !== undefined && { region }),
    followRegionRedirects: true,
    retryMode: 'adaptive', // sends fewer requests after a 503 (SlowDown), and more again after a while
    maxAttempts: MAX_ATTEMPTS,
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
