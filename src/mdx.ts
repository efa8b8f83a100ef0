/** Imported by compiled MDX files. */
export { createDocument, useMDXComponents } from './content/mdx/runtime.ts';
