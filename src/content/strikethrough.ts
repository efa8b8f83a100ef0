import type { MarkdownIt, StateInline } from 'markdown-it';

/** Distinguishes `~` from `~~`: the second cannot end the first. Neither is the code of a character that another rule uses. */
const MARKERS = [0, -1, -2];

/** `~a~` and `~~a~~`, as on GitHub; markdown-it knows only the second. Longer runs are text. */
export function addStrikethrough(md: MarkdownIt): void {
  md.inline.ruler.at('strikethrough', (state, isSilent) => {
    if (isSilent || state.src[state.pos] !== '~') return false;
    const { length, can_open: canOpen, can_close: canClose } = state.scanDelims(state.pos, true);
    const marker = MARKERS[length];
    state.pos += length;
    if (marker === undefined) state.pending += '~'.repeat(length);
    else {
      state.push('text', '', 0).content = '~'.repeat(length);
      const token = state.tokens.length - 1;
      state.delimiters.push({ marker, length: 0, token, end: -1, open: canOpen, close: canClose });
    }
    return true;
  });
  md.inline.ruler2.at('strikethrough', (state) => {
    markPairs(state, state.delimiters);
    for (const meta of state.tokens_meta) markPairs(state, meta?.delimiters ?? []);
  });
}

function markPairs(state: StateInline, delimiters: StateInline['delimiters']): void {
  for (const { marker, token, end } of delimiters) {
    const closing = delimiters[end];
    if (marker > 0 || closing === undefined) continue;
    Object.assign(state.tokens[token] ?? {}, { type: 's_open', tag: 'del', nesting: 1, content: '' });
    Object.assign(state.tokens[closing.token] ?? {}, { type: 's_close', tag: 'del', nesting: -1, content: '' });
  }
}
