/** Content files, for site code: `import { collection } from 'sitegen/content'`. */
export { collection } from './api/collection.ts';
export type { Collection, Entry, OutputOf, StandardSchema } from './api/content.ts';
