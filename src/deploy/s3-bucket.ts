/** What sitegen asks of S3, and of what speaks its language. */
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { SitegenError } from '../core/errors.ts';
import { allowManyListeners } from '../core/concurrency.ts';
import type { Listing } from './diff.ts';
import type { Destination } from './s3-url.ts';
import { explain, loadSdk } from './aws-sdk.ts';
import type { SiteFile } from './site-files.ts';

export interface BucketOptions {
  /** The project's folder, absolute: its packages come first. */
  readonly root: string;
  readonly destination: Destination;
  /** Of a service that is not Amazon's. */
  readonly endpoint: string | undefined;
  /** Absent: what the environment or the profile says. */
  readonly region: string | undefined;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

/** The part of a bucket below the prefix. Each call throws a `SitegenError` when its user can do something about it. */
export interface Bucket {
  readonly list: () => Promise<Listing>;
  /** Contents, UTF-8. */
  readonly read: (file: string) => Promise<string>;
  /** Whether an object is sent as a file is to be. */
  readonly isSentAs: (file: SiteFile) => Promise<boolean>;
  /** @returns the ETag */
  readonly write: (file: SiteFile, contents: Uint8Array) => Promise<string>;
  readonly remove: (file: string) => Promise<void>;
  readonly close: () => void;
}

/** Without an answer, a request is given up after so long and tried again, in ms. */
const PATIENCE = 20_000;

/** More requests than this are never under way at the same time. */
const MOST_AT_ONCE = 64;

/** @throws {SitegenError} when the package that speaks with S3 is not installed */
export function openBucket({ root, destination, endpoint, region, signal }: BucketOptions): Bucket {
  const { bucket: Bucket, prefix } = destination;
  const sdk = loadSdk('@aws-sdk/client-s3', root, 'sitegen deploy') as typeof import('@aws-sdk/client-s3');
  const client: S3Client = new sdk.S3Client(configure(endpoint, region));
  const ask = { abortSignal: allowManyListeners(signal) };
  const at = (file: string) => ({ Bucket, Key: prefix + file });

  async function tell<Answer>(doing: string, right: string, answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      throw explain(error, { bucket: Bucket, endpoint, doing, right });
    }
  }

  return {
    list: async () => {
      const etags = new Map<string, string>();
      let token: string | undefined;
      do {
        const input = { Bucket, Prefix: prefix, ...(token !== undefined && { ContinuationToken: token }) };
        const answer = client.send(new sdk.ListObjectsV2Command(input), ask);
        const { Name, Contents = [], NextContinuationToken } = await tell('list its files', 's3:ListBucket', answer);
        // The SDK takes a page of HTML for a list of nothing.
        if (Name === undefined)
          throw new SitegenError(`${endpoint} does not answer as S3 does.\nTry: look at --endpoint.`);
        for (const { Key = '', ETag } of Contents) etags.set(Key.slice(prefix.length), bare(ETag));
        token = NextContinuationToken;
      } while (token !== undefined);
      return etags;
    },
    read: async (file) => {
      const answer = client.send(new sdk.GetObjectCommand(at(file)), ask);
      return tell(
        `read ${file}`,
        's3:GetObject',
        answer.then(({ Body }) => Body?.transformToString() ?? ''),
      );
    },
    isSentAs: async ({ file, type, cacheControl, location }) => {
      const answer = client.send(new sdk.HeadObjectCommand(at(file)), ask);
      const sent = await tell(`look at ${file}`, 's3:GetObject', answer);
      return (
        sent.ContentType === type && sent.CacheControl === cacheControl && sent.WebsiteRedirectLocation === location
      );
    },
    write: async ({ file, md5, type, cacheControl, location }, contents) => {
      const input = {
        ...at(file),
        Body: contents,
        ContentLength: contents.length,
        ContentMD5: Buffer.from(md5, 'hex').toString('base64'), // S3 refuses what has changed on the way
        ContentType: type,
        CacheControl: cacheControl,
        ...(location !== undefined && { WebsiteRedirectLocation: location }),
      };
      const { ETag } = await tell(`write ${file}`, 's3:PutObject', client.send(new sdk.PutObjectCommand(input), ask));
      return bare(ETag);
    },
    remove: async (file) => {
      await tell(`delete ${file}`, 's3:DeleteObject', client.send(new sdk.DeleteObjectCommand(at(file)), ask));
    },
    close: () => client.destroy(),
  };
}

/** Credentials, and what is not given, come from the environment and from the profile. */
function configure(given: string | undefined, named: string | undefined): S3ClientConfig {
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  const endpoint = given ?? AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL;
  // Others than Amazon have no regions; the name is part of the signature all the same. The SDK does not know
  // AWS_DEFAULT_REGION, which the command `aws` reads.
  const region = named ?? AWS_REGION ?? AWS_DEFAULT_REGION ?? (endpoint === undefined ? undefined : 'us-east-1');
  const agent = { keepAlive: true, maxSockets: MOST_AT_ONCE };
  return {
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(region !== undefined && { region }),
    followRegionRedirects: true,
    maxAttempts: 5,
    // Checksums that are sent after the contents, the SDK's default, end up in the file with older servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: PATIENCE / 2,
      socketTimeout: PATIENCE,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
}

/** `"5d41…"` -> `5d41…` */
function bare(etag = ''): string {
  return etag.replaceAll('"', '');
}
