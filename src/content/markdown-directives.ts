/** Lines of containers and leaves in Markdown become tokens, which `pair-directives.ts` makes containers of. */
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { isBareLeaf, readDirective, type DirectiveLine } from './directive.ts';
import { findRule, type BlockRule, type Token } from './parsing.ts';

const TYPE = 'directive';

export function addDirectives(md: MarkdownIt): void {
  md.block.ruler.before('fence', TYPE, parseLine, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  limitHtml(md);
}

/** @returns the directive of a token */
export function directiveOf({ type, meta }: Token): DirectiveLine | undefined {
  return type === TYPE ? (meta?.['line'] as DirectiveLine) : undefined;
}

const parseLine: BlockRule = (state, line, _end, isSilent) => {
  const directive = directiveAt(state, line);
  if (directive === undefined || (isSilent && isBareLeaf(directive))) return false;
  if (isSilent) return true;
  const token = state.push(TYPE, '', 0);
  token.meta = { line: directive };
  token.map = [line, line + 1];
  state.line = line + 1;
  return true;
};

function directiveAt(state: StateBlock, line: number): DirectiveLine | undefined {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (!state.src.startsWith('::', start) || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined;
  return readDirective(state.src.slice(start, state.eMarks[line]));
}

/** HTML of these kinds has an end of its own: `<pre>`, a comment. Other HTML ends at an empty line, and at a container. */
const HAS_END = /^<(?:(?:pre|script|style|textarea)(?=[\s>]|$)|[!?])/i;

function limitHtml({ block: { ruler } }: MarkdownIt): void {
  const parseHtml = findRule(ruler, 'html_block');
  const parse: BlockRule = (state, line, end, isSilent) => {
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    const isLimited = !isSilent && state.src[start] === '<' && !HAS_END.test(state.src.slice(start, start + 20));
    return parseHtml(state, line, isLimited ? findContainer(state, line + 1, end) : end, isSilent);
  };
  ruler.at('html_block', parse, { alt: ['paragraph', 'reference', 'blockquote'] });
}

/** @returns the next line with colons, or an empty one before it */
function findContainer(state: StateBlock, start: number, end: number): number {
  for (let line = start; line < end; line += 1) {
    const directive = directiveAt(state, line);
    if (state.isEmpty(line) || (directive !== undefined && !isBareLeaf(directive))) return line;
  }
  return end;
}
