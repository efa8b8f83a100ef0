/** CloudFront keeps what it has sent before. */
import { SitegenError } from '../core/errors.ts';
import { isHashed } from '../hosts/file-metadata.ts';
import { loadSdk } from './aws-sdk.ts';
import type { Plan } from './plan.ts';

/** More than these are paid for one by one; one with a star counts as one. */
const MOST = 1000;

/**
 * The addresses whose contents have changed with a deploy. Those of new pages are among them: that nothing was there is kept,
 * too.
 *
 * @param base `/`, `/docs/`
 * @param deletes whether what is gone was deleted
 * @returns escaped: `/contact/`, `/contact/index.html`; or one for all of them
 */
export function addressesToForget({ added, changed, gone }: Plan, base: string, deletes: boolean): string[] {
  const files = [...[...added, ...changed].map(({ file }) => file), ...(deletes ? gone : [])];
  const addresses = files.filter((file) => !isHashed(file)).flatMap((file) => addressesOf(base + file));
  return addresses.length > MOST ? [`${base}*`] : addresses;
}

function addressesOf(path: string): string[] {
  const escaped = encodeURI(path);
  return escaped.endsWith('/index.html') ? [escaped.slice(0, -'index.html'.length), escaped] : [escaped];
}

export interface Distribution {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Its id: `E1A2B3C4D5E6F7`. */
  readonly distribution: string;
  readonly signal: AbortSignal;
}

/**
 * @returns has a distribution of CloudFront forget addresses, which takes minutes after that; it throws a `SitegenError`
 *   when that is refused
 * @throws {SitegenError} when the package that speaks with CloudFront is not installed
 */
export function openDistribution({ root, distribution, signal }: Distribution) {
  const sdk = loadSdk(
    '@aws-sdk/client-cloudfront',
    root,
    '--invalidate',
  ) as typeof import('@aws-sdk/client-cloudfront');
  return async (addresses: readonly string[]): Promise<void> => {
    if (addresses.length === 0) return;
    const client = new sdk.CloudFrontClient({ region: 'us-east-1', maxAttempts: 5 });
    const CallerReference = `sitegen-${Date.now()}`; // twice the same would be one
    const InvalidationBatch = { CallerReference, Paths: { Quantity: addresses.length, Items: [...addresses] } };
    const command = new sdk.CreateInvalidationCommand({ DistributionId: distribution, InvalidationBatch });
    try {
      await client.send(command, { abortSignal: signal });
    } catch (error) {
      signal.throwIfAborted();
      const { name, message } = error as Error;
      throw new SitegenError(
        `The site is deployed, but distribution ${distribution} could not be told: ${name}, ${message}\n` +
          `Try: aws cloudfront create-invalidation --distribution-id ${distribution} --paths '/*'`,
        { cause: error },
      );
    } finally {
      client.destroy();
    }
  };
}
