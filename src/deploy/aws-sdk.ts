/** Loads Amazon's SDK, and explains its errors. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { hasCode, SitegenError } from '../shared/errors.ts';
import { installCommand } from '../shared/package-manager.ts';

/** How often a request is sent before a deploy gives up. The SDK waits longer each time. */
export const MAX_ATTEMPTS = 5;

/** Amazon's packages, one for each service. */
type Sdk = '@aws-sdk/client-s3' | '@aws-sdk/client-cloudfront';

/**
 * Loads an optional package that users of `deploy` install themselves: the project's own, or else one installed next to
 * sitegen, as in a workspace with both.
 *
 * @param root the project's folder, absolute
 * @param use the command that needs it: `sitegen deploy`
 * @throws {SitegenError} when it is not installed
 */
export function loadSdk(name: Sdk, root: string, use: string): unknown {
  // Otherwise each run prints ten lines on the Node version that later releases will need.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const load = loaderOf(name, root);
  if (load !== undefined) return load(name);
  // Every deployment uses S3.
  const needed = [...new Set<Sdk>(['@aws-sdk/client-s3', name])].filter((one) => loaderOf(one, root) === undefined);
  throw new SitegenError(`${use} requires the package ${name}.\nTry: ${installCommand(...needed)}`);
}

/** @returns a function that loads a package, or nothing if it is not installed */
function loaderOf(name: Sdk, root: string): NodeJS.Require | undefined {
  return [path.join(root, 'package.json'), import.meta.url]
    .map((from) => createRequire(from))
    .find((load) => {
      try {
        return load.resolve(name) !== '';
      } catch (error) {
        if (hasCode(error, 'MODULE_NOT_FOUND')) return false;
        throw error;
      }
    });
}

/** Node's errors for a server that cannot be reached. */
const UNREACHABLE = /^E(?:AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT)$/;

const REJECTED =
  /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken|AuthFailure|RequestTimeTooSkewed|RequestExpired|RequestInTheFuture)$/;

const RUN_AGAIN = 'Try: run the command again. Files that are already uploaded are skipped.';

interface S3Request {
  readonly bucket: string;
  /** For messages: `https://s3.example.net`, `Amazon S3` */
  readonly service: string;
  /** `write index.html` */
  readonly action: string;
  /** The permission it requires: `s3:PutObject` */
  readonly permission: string;
}

/** @returns a `SitegenError` with a hint for an error of the SDK; any other error unchanged */
export function describeS3Error(error: unknown, request: S3Request): unknown {
  if (!(error instanceof Error) || error instanceof SitegenError || error.name === 'AbortError') return error;
  const lines = adviceFor(error, request);
  return lines === undefined ? error : new SitegenError(lines.join('\n'), { cause: error });
}

function adviceFor(error: Error, { bucket, service, action, permission }: S3Request): readonly string[] | undefined {
  const { name, message } = error;
  const status = statusOf(error);
  if (name === 'CredentialsProviderError')
    return ['No AWS credentials found.', 'Try: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE.'];
  if (message === 'Region is missing')
    return ['No AWS region is configured.', 'Try: --region eu-central-1, or set AWS_REGION.'];
  if (message.startsWith('Region not accepted'))
    return ['The AWS region is not valid.', 'Try: --region eu-central-1, or check AWS_REGION.'];
  if (name === 'NoSuchBucket')
    return [`${service} has no bucket "${bucket}".`, 'Try: check its name and region, or create it.'];
  if (REJECTED.test(name))
    return [`${service} rejected the credentials: ${message}`, 'Try: check the access key and the system clock.'];
  if (status === 401 || status === 403)
    return [
      `Access denied: cannot ${action} in bucket "${bucket}".`,
      `Try: grant ${permission} to the user or role that deploys; docs/deploy.md has the whole policy.`,
    ];
  if (name === 'TimeoutError' || UNREACHABLE.test(String((error as NodeJS.ErrnoException).code)))
    return [`${service} does not respond: ${message || name}`, RUN_AGAIN];
  return status === undefined ? undefined : [`S3 could not ${action}: ${name}, ${message} (${status})`, RUN_AGAIN];
}

/** The name of an S3 error: `NoSuchKey`. */
export function nameOfError(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** The status code of the response, if there was one. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
