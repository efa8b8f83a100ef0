/** Imported by compiled MDX files. */
export { createMdx } from './content/create-content.ts';
