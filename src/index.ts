/** What site code and programs import from `sitegen`. */
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
  ShareCard,
  ShellModule,
  ShellProps,
  UserConfig,
} from './contract.ts';
export type { BuildResult, Config, Diagnostic, OpenPlaceholder, PageFacts, Place, Route, Size } from './model.ts';
