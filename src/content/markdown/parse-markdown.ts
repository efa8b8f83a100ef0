/** Parses Markdown to hast: https://github.com/syntax-tree/hast. The only file that calls markdown-it. */
import { SitegenError, hasCode } from '../../shared/errors.ts';
import {
  describeThrown,
  missingPackages,
  packagesFor,
  type ContentMistake,
  type Refuse,
  MAX_DEPTH,
} from '../content-problem.ts';
import type { MarkdownNode } from '../elements/tree.ts';
import type { RenderTokens } from './plugins.ts';
import { toHast } from './to-hast.ts';
import { type ParsedMarkdown, findRule, type Token } from './parsing.ts';
import { DEFAULT_READING, type Reading } from '../reading.ts';
import type createMarkdownIt from 'markdown-it';
import type { MarkdownIt, StateInline } from 'markdown-it';
import { addFootnotes } from './footnotes.ts';
import { addContainers } from './containers.ts';

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

/** markdown-it drops deeper blocks silently, so its limit is above ours, which is an error. */
const MAX_NESTING = MAX_DEPTH + 10;

/** @param plug runs plug-ins */
function createParser(
  create: typeof createMarkdownIt,
  allowsHtml: boolean,
  plug: (md: MarkdownIt) => void = () => {},
): MarkdownIt {
  // HTML that is not allowed becomes text later: without `html`, what it contains would be parsed as Markdown.
  const md = create({ html: true, linkify: true });
  md.validateLink = () => true; // a script in an address is reported, instead of shown as text
  markWrittenHtml(md, allowsHtml);
  addFootnotes(md);
  addContainers(md);
  configureLinks(md);
  plug(md);
  followOffsets(md);
  md.set({ maxNesting: MAX_NESTING });
  return md;
}

/** Marks HTML in the file, so that a plug-in that renders a part of the file does not allow it. */
function markWrittenHtml(md: MarkdownIt, allowsHtml: boolean): void {
  const { inline, block, renderer, utils } = md;
  const mark = (tokens: Token[], wasFound: boolean): boolean => {
    const last = tokens.at(-1);
    if (wasFound && last !== undefined) last.isWritten = true;
    return wasFound;
  };
  const [ofInline, ofBlock] = [findRule(inline.ruler, 'html_inline'), findRule(block.ruler, 'html_block')];
  inline.ruler.at('html_inline', (state, isSilent) => {
    const wasFound = ofInline(state, isSilent);
    return isSilent ? wasFound : mark(state.tokens, wasFound);
  });
  block.ruler.at(
    'html_block',
    (state, line, end, isSilent) => {
      const wasFound = ofBlock(state, line, end, isSilent);
      return isSilent ? wasFound : mark(state.tokens, wasFound);
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  );
  for (const type of ['html_inline', 'html_block']) {
    renderer.rules[type] = (tokens: Token[], index) => {
      const { content = '', isWritten } = tokens[index] ?? {};
      return isWritten && !allowsHtml ? utils.escapeHtml(content) : content;
    };
  }
}

/** Remembers where each part of a paragraph is, for errors. */
function followOffsets(md: MarkdownIt): void {
  md.inline.State = class extends md.inline.State {
    override push(...given: Parameters<StateInline['push']>) {
      const token: Token = super.push(...given);
      token.offset = this.pos;
      return token;
    }
  };
}

/** Addresses become links as on GitHub: `www.example.com` and `a@example.com`, but neither `example.com` nor `react@19.3.1`. */
function configureLinks({ linkify }: MarkdownIt): void {
  const none = null as never; // switches a rule off; the types leave it out
  linkify.set({ fuzzyLink: false }).add('//', none).add('ftp:', none);
  linkify.add('www.', {
    validate: (text, at) => {
      const rest = text.slice(at, at + 2000); // a copy of the whole text for each address would take quadratic time
      if (!/^[\w-]+(?:\.[\w-]+)+/.test(rest)) return 0;
      return Math.max(0, linkify.testSchemaAt(`http://${rest}`, 'http:', 'http:'.length) - '//'.length);
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  const match = linkify.match.bind(linkify);
  linkify.match = (text) => {
    const isVersion = ({ schema, url }: { readonly schema: string; readonly url: string }) =>
      schema === 'mailto:' && /\d$/.test(url);
    return match(text)?.filter((found) => !isVersion(found)) ?? null;
  };
}
