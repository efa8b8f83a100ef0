/** Imported by compiled MDX files. */
export {
  Callout,
  Fence,
  UnlessCallout,
  checkComponents,
  createAddresses,
  createFence,
  createMdx,
  directives,
  findComponents,
  readFence,
  useMDXComponents,
} from './content/mdx-runtime.ts';
