/** What site code and programs import from `sitegen`. */
import type { BuildOptions } from './build/build-options.ts';
import type { BuildResult } from './result.ts';

export { href } from './href.ts';
export { island } from './islands/island.ts';
export { JsonLd } from './json-ld.ts';
export { placeholder } from './placeholder.ts';
export { shared } from './build/shared-data.ts';
export { defineConfig } from './config.ts';
export { SitegenError } from './errors.ts';
export type {
  CardModule,
  CardProps,
  Hydrate,
  IconLink,
  IslandOptions,
  Load,
  Meta,
  PageModule,
  PageProps,
  Params,
  PathItem,
  Paths,
  Routes,
  ShareCard,
  ShellModule,
  ShellProps,
} from './contract.ts';
export type { Manifest, UserConfig } from './user-config.ts';
export type { Config, Diagnostic, OpenPlaceholder, Place, Route } from './model.ts';
export type { BuildResult };
export type { PageFacts, Size } from './page-facts.ts';
export type { BuildOptions };

/**
 * Builds the site into `out`, as the command does. Pages import this file, too, and have no use for the whole generator.
 *
 * @throws {SitegenError} when the build cannot be run: a bad config, no pages, an `out` that is not sitegen's
 */
export async function build(options?: BuildOptions): Promise<BuildResult> {
  const generator = await import('./build/build.ts');
  return generator.build(options);
}
