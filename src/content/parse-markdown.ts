/** Parses Markdown to hast: https://github.com/syntax-tree/hast. The only file that calls markdown-it. */
import { hasCode } from '../shared/errors.ts';
import { missingPackages, packagesFor, type Refuse } from './content-problem.ts';
import { createParser } from './markdown-it.ts';
import { toHast } from './markdown-to-hast.ts';
import type { ParsedMarkdown } from './parsing.ts';

/** @param refuse reports that the document is too large, or nested too deep */
export type ParseMarkdown = (source: string, refuse: Refuse) => ParsedMarkdown;

/** Parsers, by whether HTML is allowed. Owned by the worker thread: its pages share them. */
const parsers = new Map<boolean, Promise<ParseMarkdown>>();

/**
 * @param allowsHtml also parses HTML, which needs a large parser
 * @throws {SitegenError} when a package for Markdown is not installed
 */
export function loadParser(allowsHtml: boolean): Promise<ParseMarkdown> {
  const parser = parsers.get(allowsHtml) ?? startParser(allowsHtml);
  parsers.set(allowsHtml, parser);
  return parser;
}

async function startParser(allowsHtml: boolean): Promise<ParseMarkdown> {
  const explain = (cause: unknown): never => {
    throw hasCode(cause, 'ERR_MODULE_NOT_FOUND') ? missingPackages('Markdown', packagesFor(allowsHtml), cause) : cause;
  };
  const { default: create } = await import('markdown-it').catch(explain);
  const md = createParser(create);
  const html = allowsHtml ? await import('./read-html.ts').catch(explain) : undefined;
  return (source, refuse) => {
    const { nodes, containers } = toHast(md, source, refuse);
    return { nodes: html?.readHtml(nodes, source, refuse) ?? nodes, containers };
  };
}
