/** The rules by which markdown-it parses content: CommonMark with GitHub's additions, places, and limits. */
import type createMarkdownIt from 'markdown-it';
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { MAX_ADDRESSES, MAX_DEPTH, MAX_NODES, TOO_MANY } from './check-size.ts';
import { addFootnotes } from './footnotes.ts';
import { parsingOf, type BlockRule, type Parsing, type Token } from './parsing.ts';
import { addStrikethrough } from './strikethrough.ts';

/** Deeper brackets stay text: the time to find their ends grows with the depth. */
const MAX_BRACKETS = 20;

/** The most steps for finding the ends of brackets and quotes in a document, which can be quadratic: half a second. */
const MAX_SEARCH = 20_000_000;

/** Looking at a line takes as long as this many steps between brackets. */
const STEPS_OF_LINE = 20;

/** markdown-it drops deeper blocks silently, so its limit is above ours, which is an error. */
const MAX_BLOCKS = MAX_DEPTH + 10;

export function createParser(create: typeof createMarkdownIt): MarkdownIt {
  // HTML that is not allowed becomes text later: without `html`, what it contains would be parsed as Markdown.
  const md = create({ html: true, linkify: true });
  md.validateLink = () => true; // a script in an address is reported, instead of shown as text
  addLimits(md);
  addFootnotes(md);
  addStrikethrough(md);
  md.block.ruler.before('fence', 'container', leaveOutContainer, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  configureLinks(md);
  return md;
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
  md.core.ruler.before('block', 'limit-blocks', (state) => {
    state.md.options.maxNesting = MAX_BLOCKS;
  });
  md.core.ruler.at('inline', ({ md: { inline, options }, env, tokens }) => {
    options.maxNesting = MAX_BRACKETS;
    const parsing = parsingOf({ env });
    for (const token of tokens) {
      if (token.map !== null) parsing.line = token.map[0];
      if (token.type === 'inline') inline.parse(token.content, md, env, (token.children ??= []));
    }
  });
}

/** Leaves out the first and the last line of a container. Its content is parsed as if they were not there. */
const leaveOutContainer: BlockRule = (state, line, _end, isSilent) => {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (!state.src.startsWith(':::', start) || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
  if (isSilent) return true;
  const parsing = parsingOf(state);
  const [, name = ''] = /^:+[ \t]*([^\s{[]*)/.exec(state.src.slice(start, state.eMarks[line])) ?? [];
  const isEnd = name === '' && parsing.open > 0;
  parsing.open += isEnd ? -1 : 1;
  if (!isEnd) parsing.containers.push({ name, line: line + 1 });
  state.line = line + 1;
  return true;
};

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
