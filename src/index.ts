// oxlint-disable-next-line typescript/triple-slash-reference -- it declares modules, so nothing can be imported from it
/// <reference path="./stylesheets.d.ts" preserve="true" />
// oxlint-disable-next-line typescript/triple-slash-reference -- as above; compiling writes it
/// <reference path="../dist/assets.d.ts" preserve="true" />
/** The package `sitegen`, for site code and programs. */
import type { BuildOptions } from './build/options.ts';
import type { BuildResult } from './shared/build-result.ts';

export { href } from './api/href.ts';
export { island } from './islands/server/island.ts';
export { JsonLd } from './api/json-ld.ts';
export { memo } from './api/memo.ts';
export { Picture, type PictureProps } from './api/picture.ts';
export { isPublished } from './api/is-published.ts';
export { feed } from './api/feed.ts';
export { paginate } from './api/paginate.ts';
export { placeholder } from './api/placeholder.ts';
export { shared } from './api/shared.ts';
export { defineConfig } from './api/user-config.ts';
export { SitegenError } from './shared/errors.ts';
export type { CodeProps, ContentComponents, Heading } from './api/content.ts';
export type {
  AlternateLink,
  CardModule,
  CardProps,
  ClientOnlyOptions,
  FileContext,
  FilePage,
  IslandSettings,
  Hydrate,
  IconLink,
  IslandOptions,
  Lang,
  LayoutModule,
  LayoutProps,
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
  SiteFile,
} from './api/contract.ts';
export type { ImportedImage } from './shared/image.ts';
export type { Feed, FeedEntry, FeedOptions } from './api/feed.ts';
export type { PageNumber, Pagination } from './api/paginate.ts';
export type { Manifest, UserConfig } from './api/user-config.ts';
export type { Diagnostic, Place } from './shared/diagnostics.ts';
export type { Config, OpenPlaceholder, Route } from './shared/model.ts';
export type { BuildResult };
export type { UnpublishedPage } from './shared/unpublished.ts';
export type { PageFacts, Size } from './shared/page-facts.ts';
export type { BuildOptions };

/**
 * Builds the site into `out`, like `sitegen build`. The generator is loaded on demand, because pages also import this file.
 *
 * @throws {SitegenError} when the build cannot run: an invalid config, no pages, an `out` that sitegen did not create
 */
export async function build(options?: BuildOptions): Promise<BuildResult> {
  const generator = await import('./build/build.ts');
  return generator.build(options);
}
