import { createRequire } from 'node:module';
import path from 'node:path';
import { hasCode, SitegenError } from '../core/errors.ts';

/** Of Amazon's: one for each of its services. */
type Sdk = '@aws-sdk/client-s3' | '@aws-sdk/client-cloudfront';

/**
 * Loads a package that only sites need which are deployed with sitegen, and that they install themselves: the project's own, or
 * else one beside sitegen, as where both are in one workspace.
 *
 * @param root the project's folder, absolute
 * @param use what it is for: `sitegen deploy`
 * @throws {SitegenError} when it is not installed
 */
export function loadSdk(name: Sdk, root: string, use: string): unknown {
  // Ten lines on each run that say from when on a later version will need a later Node.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  for (const from of [path.join(root, 'package.json'), import.meta.url]) {
    try {
      return createRequire(from)(name);
    } catch (error) {
      // The package may be there, and lack another one: that is told as it is.
      const isAbsent = hasCode(error, 'MODULE_NOT_FOUND') && (error as Error).message.includes(`'${name}'`);
      if (!isAbsent) throw error;
    }
  }
  throw new SitegenError(
    `${use} needs the package ${name}, which is not installed.\nTry: npm install --save-dev ${name}`,
  );
}

/** What was asked of S3. */
interface Asked {
  readonly bucket: string;
  readonly endpoint: string | undefined;
  /** `write index.html` */
  readonly doing: string;
  /** What whoever asks must be allowed to: `s3:PutObject` */
  readonly right: string;
}

/** What Node says when the way to a server is cut. */
const CUT = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];

const REFUSED_KEYS = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'ExpiredToken', 'InvalidToken', 'AuthFailure'];

const RUN_AGAIN = 'Try: run it again. What is up already is not uploaded a second time.';

/** Makes of an error of the SDK's one that says what to do; any other stays as it is. */
export function explain(error: unknown, { bucket, endpoint = 'Amazon S3', doing, right }: Asked): unknown {
  if (!(error instanceof Error) || error.name === 'AbortError') return error;
  const { name, message } = error;
  const status = statusOf(error);
  const say = (...lines: readonly string[]) => new SitegenError(lines.join('\n'), { cause: error });
  if (name === 'CredentialsProviderError')
    return say(
      'There is nothing to sign in to S3 with.',
      'Try: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE to the name of a profile.',
    );
  if (message === 'Region is missing')
    return say('Nobody says in which region the bucket is.', 'Try: --region eu-central-1, or set AWS_REGION.');
  if (name === 'NoSuchBucket')
    return say(`${endpoint} has no bucket "${bucket}".`, 'Try: look at its name and region, or make it first.');
  if (REFUSED_KEYS.includes(name))
    return say(`${endpoint} refuses the credentials: ${message}`, 'Try: look at the key, and at the clock.');
  if (status === 401 || status === 403)
    return say(
      `Bucket "${bucket}" does not let us ${doing}.`,
      `Try: allow ${right} to whoever deploys; docs/deploy.md has the whole policy.`,
    );
  if (name === 'TimeoutError' || hasCode(error, ...CUT))
    return say(`${endpoint} does not answer: ${message || name}`, RUN_AGAIN);
  if (status !== undefined) return say(`S3 could not ${doing}: ${name}, ${message} (${status})`, RUN_AGAIN);
  return error;
}

/** Of the answer, if there was one. */
function statusOf(error: Error): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
