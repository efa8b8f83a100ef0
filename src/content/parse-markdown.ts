/** Markdown to hast: https://github.com/syntax-tree/hast. The only file that calls markdown-it. */
import { hasCode } from '../shared/errors.ts';
import { missingPackage, type Refuse } from './content-problem.ts';
import { createParser } from './markdown-it.ts';
import { toHast } from './markdown-to-hast.ts';
import type { ParsedMarkdown } from './parsing.ts';
import { readHtml } from './read-html.ts';

/** @param refuse reports that the document is too large, or nested too deep */
export type ParseMarkdown = (source: string, allowsHtml: boolean, refuse: Refuse) => ParsedMarkdown;

/** @throws {SitegenError} when markdown-it is not installed */
export async function loadParser(): Promise<ParseMarkdown> {
  const { default: create } = await import('markdown-it').catch((cause: unknown): never => {
    if (!hasCode(cause, 'ERR_MODULE_NOT_FOUND')) throw cause;
    throw missingPackage('markdown-it', 'Markdown', '15', cause);
  });
  const md = createParser(create);
  return (source, allowsHtml, refuse) => {
    const { nodes, containers } = toHast(md, source, refuse);
    return { nodes: allowsHtml ? readHtml(nodes, source, refuse) : nodes, containers };
  };
}
