/** Content files, for site code: `import { collection } from 'sitegen/content'`. */
export { collection, reference } from './api/collection.ts';
export { Markdown } from './api/markdown.ts';
export type { Collection, DataEntry, Entry, LoadedEntry, OutputOf, Section, StandardSchema } from './api/content.ts';
