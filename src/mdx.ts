/** Imported by compiled MDX files. */
export {
  Callout,
  UnlessCallout,
  checkComponents,
  createAddresses,
  createMdx,
  fenceProps,
  findComponents,
  useMDXComponents,
} from './content/mdx-runtime.ts';
