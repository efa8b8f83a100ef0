/** What site code and programs import from `sitegen`. */
export { href } from './href.ts';
export { island } from './islands/island.ts';
export { JsonLd } from './json-ld.ts';
export { placeholder } from './placeholder.ts';
export { defineConfig } from './config.ts';
export { build } from './build/build.ts';
export { SitegenError } from './errors.ts';
export type {
  CardModule,
  CardProps,
  Hydrate,
  IconLink,
  IslandOptions,
  Load,
  Manifest,
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
  UserConfig,
} from './contract.ts';
export type { Config, Diagnostic, OpenPlaceholder, Place, Route } from './model.ts';
export type { BuildResult } from './result.ts';
export type { PageFacts, Size } from './page-facts.ts';
