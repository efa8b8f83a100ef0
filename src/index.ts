/** What site code and programs import from `sitegen`. */
export { island } from './islands/island.ts';
export { placeholder } from './placeholder.ts';
export { defineConfig } from './config.ts';
export { build } from './build/build.ts';
export { SitegenError } from './errors.ts';
export type {
  Hydrate,
  IslandOptions,
  Load,
  Meta,
  PageModule,
  PageProps,
  ShellModule,
  ShellProps,
  UserConfig,
} from './contract.ts';
export type { BuildResult, Config, Diagnostic, OpenPlaceholder, PageFacts, Place, Route, Size } from './model.ts';
