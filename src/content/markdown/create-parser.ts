/** The rules by which markdown-it parses content: CommonMark with GitHub's additions, places, and depth. */
import type createMarkdownIt from 'markdown-it';
import type { MarkdownIt, StateInline } from 'markdown-it';
import { MAX_DEPTH } from '../check-depth.ts';
import { addFootnotes } from './footnotes.ts';
import { addContainers } from './containers.ts';
import { findRule, type Token } from './parsing.ts';

/** markdown-it drops deeper blocks silently, so its limit is above ours, which is an error. */
const MAX_NESTING = MAX_DEPTH + 10;

/** @param plug runs plug-ins */
export function createParser(
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
