import { hasCode } from '../shared/errors.ts';
import { missingPackage } from './content-problem.ts';
import type { MdxNode } from './content-tree.ts';

/** Throws an error whose message starts with the place of the mistake. */
export type ParseMdx = (source: string) => readonly MdxNode[];

/** The version that sitegen is tested with. satteri changes its tree with each minor version. */
const VERSION = '0.10.5';

/** @throws {SitegenError} when satteri is not installed */
export async function loadMdxParser(): Promise<ParseMdx> {
  const { mdxToHast } = await import('satteri').catch((cause: unknown): never => {
    if (!hasCode(cause, 'ERR_MODULE_NOT_FOUND')) throw cause;
    throw missingPackage('satteri', 'MDX', VERSION, cause);
  });
  return (source) => {
    const tree = mdxToHast(source, { features: { frontmatter: false } });
    return (tree as { readonly children: readonly MdxNode[] }).children;
  };
}
