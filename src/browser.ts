/** The package `sitegen` for code that runs in the browser. */
export { href } from './api/href.ts';
export { hydrateAsNeeded, hydrateIslands, island } from './islands/hydrate.ts';
export { sampleOf as placeholder } from './api/placeholder.ts';
