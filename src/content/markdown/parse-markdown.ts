/** Parses Markdown to hast: https://github.com/syntax-tree/hast. The only file that calls markdown-it. */
import { SitegenError, hasCode } from '../../shared/errors.ts';
import { describeThrown, missingPackages, packagesFor, type ContentMistake, type Refuse } from '../content-problem.ts';
import type { MarkdownNode } from '../elements/tree.ts';
import { createParser } from './create-parser.ts';
import type { RenderTokens } from './plugins.ts';
import { toHast } from './to-hast.ts';
import type { ParsedMarkdown } from './parsing.ts';
import { DEFAULT_READING, type Reading } from '../reading.ts';

/** @param refuse reports that the document is nested too deep */
export type ParseMarkdown = (source: string, refuse: Refuse) => ParsedMarkdown;

/**
 * @param allowsHtml also parses HTML, which needs a large parser; plug-ins need it as well
 * @param root of the project, absolute, for errors of plug-ins
 * @throws {SitegenError} when a package for Markdown is not installed
 */
export async function loadParser(
  allowsHtml: boolean,
  reading: Reading = DEFAULT_READING,
  root = '',
): Promise<ParseMarkdown> {
  const { slugOf, plugins } = reading;
  const explain = (cause: unknown): never => {
    throw hasCode(cause, 'ERR_MODULE_NOT_FOUND')
      ? missingPackages('Markdown', packagesFor(allowsHtml || plugins.length > 0), cause)
      : cause;
  };
  const { default: create } = await import('markdown-it').catch(explain);
  const hasPlugins = plugins.length > 0;
  const html = allowsHtml || hasPlugins ? await import('./read-html.ts').catch(explain) : undefined;
  const plug = hasPlugins ? await import('./plugins.ts') : undefined;
  let render: RenderTokens | undefined;
  const md = createParser(create, allowsHtml, (parser) => {
    render = plug?.usePlugins(parser, reading, root);
  });
  return (source, refuse) => {
    const convert = () => {
      try {
        return toHast(md, source, refuse, render);
      } catch (failure) {
        if (!hasPlugins || failure instanceof SitegenError) throw failure;
        refuse(describeThrown(root, 'A plug-in in `markdown.plugins`', failure));
        return [];
      }
    };
    const written = convert();
    const mistakes: ContentMistake[] = [];
    const isAllowed = (node: MarkdownNode) => allowsHtml || ('isTrusted' in node && node.isTrusted);
    const report = (mistake: ContentMistake) => mistakes.push(mistake);
    const nodes = html?.readHtml(written, source, refuse, isAllowed, report) ?? written;
    return { nodes, mistakes, slugOf };
  };
}
