/** Imported by compiled MDX files. */
export {
  Callout,
  UnlessCallout,
  checkComponents,
  createAddresses,
  createMdx,
  findComponents,
  readFence,
  useMDXComponents,
} from './content/mdx-runtime.ts';
