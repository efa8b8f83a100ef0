/** The package `sitegen` for code that runs in the browser. It has all exports that the types declare. */
export { Picture, SitegenError, build, feed, isPublished, memo, shared } from './api/build-time.ts';
export { href } from './api/href.ts';
export { JsonLd } from './api/json-ld.ts';
export { paginate } from './api/paginate.ts';
export { sampleOf as placeholder } from './api/placeholder.ts';
export { defineConfig } from './api/user-config.ts';
export { hydrateIslands, hydrateNow, island } from './islands/client/hydrate.ts';
