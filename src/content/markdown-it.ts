/** The rules by which markdown-it parses content: CommonMark with GitHub's additions, places, and limits. */
import type createMarkdownIt from 'markdown-it';
import type { Env, MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { MAX_ADDRESSES, MAX_DEPTH, MAX_NODES, TOO_MANY } from './check-size.ts';
import { addFootnotes } from './footnotes.ts';
import { addDirectives } from './markdown-directives.ts';
import { findRule, parsingOf, type Parsing, type Token } from './parsing.ts';
import { addStrikethrough } from './strikethrough.ts';

/** Deeper brackets stay text: the time to find their ends grows with the depth. */
const MAX_BRACKETS = 20;

/** The most steps for finding the ends of brackets and quotes in a document, which can be quadratic: half a second. */
const MAX_SEARCH = 20_000_000;

/** Looking at a line takes as long as this many steps between brackets. */
const STEPS_OF_LINE = 20;

/** markdown-it drops deeper blocks silently, so its limit is above ours, which is an error. */
const MAX_BLOCKS = MAX_DEPTH + 10;

/** @param plug runs plug-ins, which cannot switch off the limits */
export function createParser(
  create: typeof createMarkdownIt,
  allowsHtml: boolean,
  plug: (md: MarkdownIt) => void = () => {},
): MarkdownIt {
  // HTML that is not allowed becomes text later: without `html`, what it contains would be parsed as Markdown.
  const md = create({ html: true, linkify: true });
  md.validateLink = () => true; // a script in an address is reported, instead of shown as text
  markWrittenHtml(md, allowsHtml);
  followLines(md);
  addFootnotes(md);
  addStrikethrough(md);
  addDirectives(md);
  configureLinks(md);
  plug(md);
  addLimits(md);
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

/** Remembers the line of each paragraph, for errors. */
function followLines(md: MarkdownIt): void {
  md.core.ruler.at('inline', ({ md: { inline }, env, tokens }) => {
    const parsing = parsingOf({ env });
    for (const token of tokens) {
      if (token.map !== null) parsing.line = token.map[0];
      if (token.type === 'inline') inline.parse(token.content, md, env, (token.children ??= []));
    }
  });
}

function addLimits(md: MarkdownIt): void {
  const count = (parsing: Parsing, line: number) => {
    parsing.tokens += 1;
    if (parsing.tokens > MAX_NODES) parsing.refuse({ message: TOO_MANY, line: line + 1 });
  };
  md.block.State = class extends md.block.State {
    override push(...given: Parameters<StateBlock['push']>) {
      if (given[2] >= 0) count(parsingOf(this), this.line);
      return super.push(...given);
    }
  };
  md.inline.State = class extends md.inline.State {
    override push(...given: Parameters<StateInline['push']>) {
      const parsing = parsingOf(this);
      count(parsing, parsing.line);
      const token: Token = super.push(...given);
      token.offset = this.pos;
      return token;
    }
  };
  // A quote in a quote looks at all lines of the outer one.
  md.block.ruler.before('blockquote', 'limit-quotes', (state, line, _end, isSilent) => {
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    if (isSilent || state.level === 0 || state.src[start] !== '>') return false;
    const parsing = parsingOf(state);
    parsing.searched += STEPS_OF_LINE * (state.lineMax - line);
    if (parsing.searched > MAX_SEARCH)
      parsing.refuse({ message: 'The file has too many lines in quotes within quotes.', line: line + 1 });
    return false;
  });
  const skipToken = md.inline.skipToken.bind(md.inline);
  md.inline.skipToken = (state) => {
    const parsing = parsingOf(state);
    parsing.searched += 1;
    if (parsing.searched > MAX_SEARCH)
      parsing.refuse({ message: 'The file has too many brackets without an end.', line: parsing.line + 1 });
    skipToken(state);
  };
  md.block.ruler.enable('limit-quotes');
  md.core.ruler.enable(['limit-addresses']);
  limitNesting(md);
}

/** A plug-in may parse a part of the document with the limit of another part, or without the state of the document. */
function limitNesting(md: MarkdownIt): void {
  const { core, block, inline } = md;
  let current: unknown;
  const process = core.process.bind(core);
  core.process = (state) => {
    state.env ??= {}; // of a plug-in that calls `md.parse(text)`
    current = state.env['parsing'] ??= current;
    process(state);
  };
  const within = (maxNesting: number, given: Env | undefined, parse: (known: Env) => void) => {
    const env = given ?? {}; // a plug-in may leave it out
    const before = md.options.maxNesting;
    md.options.maxNesting = maxNesting;
    env['parsing'] ??= current;
    parse(env);
    md.options.maxNesting = before; // not after an error, which ends the document
  };
  const [parseBlock, parseInline] = [block.parse.bind(block), inline.parse.bind(inline)];
  block.parse = (source, parser, env, tokens) =>
    within(MAX_BLOCKS, env, (known) => parseBlock(source, parser, known, tokens));
  inline.parse = (source, parser, env, tokens) =>
    within(MAX_BRACKETS, env, (known) => parseInline(source, parser, known, tokens));
}

/** Addresses become links as on GitHub: `www.example.com` and `a@example.com`, but neither `example.com` nor `react@19.3.1`. */
function configureLinks({ core, linkify }: MarkdownIt): void {
  core.ruler.before('linkify', 'limit-addresses', (state) => {
    const parsing = parsingOf(state);
    let [count, line] = [0, 0];
    for (const { type, map, content } of state.tokens) {
      line = map?.[0] ?? line;
      if (type === 'inline') count += content.match(/@|:\/\/|www\./g)?.length ?? 0;
      if (count > MAX_ADDRESSES)
        parsing.refuse({ message: `The file has more than ${MAX_ADDRESSES} addresses.`, line: line + 1 });
    }
  });
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
