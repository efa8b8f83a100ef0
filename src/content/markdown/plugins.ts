/** Plug-ins of markdown-it: finds the HTML that they render. */
import type { Env, MarkdownIt } from 'markdown-it';
import { error } from '../../shared/diagnostics.ts';
import { SitegenError } from '../../shared/errors.ts';
import { describeThrown } from '../content-problem.ts';
import { parsingOf, type Token } from './parsing.ts';
import { isProp, toProp } from './read-html.ts';
import { splitPlugin, type Reading } from '../reading.ts';

/** Adds `html` to the tokens of a document that plug-ins render. */
export type RenderTokens = (tokens: Token[], env: Env) => void;

/**
 * @param root of the project, absolute
 * @throws {SitegenError} if a plug-in throws
 */
export function usePlugins(md: MarkdownIt, { plugins, file }: Reading, root: string): RenderTokens {
  /** The types of tokens that are HTML, because a plug-in renders them. */
  const rendered = new Set<string>();
  for (const [index, given] of plugins.entries()) {
    const [plugin, ...options] = splitPlugin(given);
    const before: Record<string, unknown> = { ...md.renderer.rules, highlight: md.options.highlight };
    try {
      plugin(md, ...options);
    } catch (failure) {
      const subject = `The plug-in markdown.plugins[${index}]${plugin.name && ` (${plugin.name})`}`;
      const { message, calls } = describeThrown(root, subject, failure);
      throw new SitegenError(message, { diagnostics: [error('page-failed', message, { place: { file }, calls })] });
    }
    const after = { ...md.renderer.rules, highlight: md.options.highlight };
    for (const [rule, run] of Object.entries(after)) {
      if (run === before[rule]) continue;
      // An element that begins in HTML must also end there.
      const [type, pair] = [rule === 'highlight' ? 'fence' : rule, /^(.*)_(?:open|close)$/.exec(rule)?.[1]];
      for (const one of pair === undefined ? [type] : [`${pair}_open`, `${pair}_close`]) rendered.add(one);
    }
  }
  return (tokens, env) => {
    renderTokens(md, rendered, tokens, env);
    adaptTokens(tokens, md);
  };
}

/** In the order of the document, as markdown-it does, and each token once: a rule may count. */
function renderTokens(md: MarkdownIt, rendered: ReadonlySet<string>, tokens: Token[], env: Env): void {
  const { renderer, options } = md;
  let row = 0;
  for (const [index, token] of tokens.entries()) {
    const { type, tag, map, children, hidden } = token;
    if (map !== null) row = map[0];
    if (type === 'inline') renderTokens(md, rendered, children ?? [], env);
    else if (rendered.has(type)) {
      const rule = renderer.rules[type] ?? renderer.renderToken.bind(renderer);
      token.html = rule(tokens, index, options, env, renderer);
    } else if (tag === '' && !KNOWN.test(type)) {
      if (!hidden) parsingOf(md).refuse({ message: `No plug-in has a rule that renders \`${type}\`.`, line: row + 1 });
      token.html = '';
    }
  }
}

/** Afterwards, because rules also look at other tokens than their own. */
function adaptTokens(tokens: readonly Token[], md: MarkdownIt): void {
  for (const token of tokens) {
    if (token.type === 'softbreak' && md.options.breaks) Object.assign(token, { type: 'hardbreak', tag: 'br' });
    token.attrs &&= token.attrs
      .map(([name, value]) => adaptAttribute(name.toLowerCase(), String(value)))
      .filter(isProp);
    adaptTokens(token.children ?? [], md);
  }
}

/** Types of tokens without an element of their own. */
const KNOWN = /^(?:text|text_special|softbreak|html_inline|html_block|sitegen_container)$/;

/** @param name in lower case, as HTML reads it: a name that means more to React must not come from a file */
function adaptAttribute(name: string, value: string): [string, string] {
  return name === 'style' ? [name, value] : (toProp(name, value) as [string, string]);
}
