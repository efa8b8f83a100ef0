/** Tells CloudFront which addresses have changed. */
import { encodePath } from '../shared/address.ts';
import { SitegenError } from '../shared/errors.ts';
import { isHashed } from '../hosts/file-metadata.ts';
import { MAX_ATTEMPTS, loadSdk } from './aws-sdk.ts';
import type { Plan } from './plan.ts';

/** Amazon charges for each path above this number per month; one with a wildcard counts once. */
const MAX_PATHS = 1000;

/**
 * The paths whose contents a deploy has changed. New pages are included: CloudFront also caches their 404.
 *
 * @param base `/`, `/docs/`
 * @param deletes true if stray files were deleted
 * @returns percent-encoded: `/contact/`, `/contact/index.html`; or one wildcard for the whole site
 */
export function pathsToInvalidate({ added, changed, strays }: Plan, base: string, deletes: boolean): string[] {
  const files = [...[...added, ...changed].map(({ file }) => file), ...(deletes ? strays : [])];
  const paths = files.filter((file) => !isHashed(file)).flatMap((file) => pathsOf(base + file));
  return paths.length > MAX_PATHS ? [`${base}*`] : paths;
}

function pathsOf(inside: string): string[] {
  const escaped = encodePath(inside);
  const paths = escaped.endsWith('/index.html') ? [escaped.slice(0, -'index.html'.length), escaped] : [escaped];
  // The function for viewer requests encodes "+": see hosts/cloudfront.ts.
  return [...new Set(paths.flatMap((one) => [one, one.replaceAll('+', '%2B')]))];
}

/**
 * @param distribution its id: `E1A2B3C4D5E6F7`
 * @returns requests the invalidation of paths, which CloudFront completes within minutes; throws a `SitegenError` when
 *   CloudFront rejects it
 * @throws {SitegenError} when the package for CloudFront is not installed
 */
export function createInvalidator(root: string, distribution: string, signal: AbortSignal) {
  const name = '@aws-sdk/client-cloudfront';
  const sdk = loadSdk(name, root, '--invalidate') as typeof import('@aws-sdk/client-cloudfront');
  return async (paths: readonly string[]): Promise<void> => {
    if (paths.length === 0) return;
    const client = new sdk.CloudFrontClient({ region: 'us-east-1', maxAttempts: MAX_ATTEMPTS });
    const CallerReference = `sitegen-${Date.now()}`; // requests with the same one are ignored
    const InvalidationBatch = { CallerReference, Paths: { Quantity: paths.length, Items: [...paths] } };
    const command = new sdk.CreateInvalidationCommand({ DistributionId: distribution, InvalidationBatch });
    try {
      await client.send(command, { abortSignal: signal });
    } catch (error) {
      signal.throwIfAborted();
      const { name: kind, message } = error as Error;
      throw new SitegenError(
        `The site is deployed, but invalidating distribution ${distribution} failed: ${kind}, ${message}\n` +
          `Try: aws cloudfront create-invalidation --distribution-id ${distribution} --paths '/*'`,
        { cause: error },
      );
    } finally {
      client.destroy();
    }
  };
}
