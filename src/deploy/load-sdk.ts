import { createRequire } from 'node:module';
import path from 'node:path';
import { SitegenError, hasCode } from '../core/errors.ts';

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
