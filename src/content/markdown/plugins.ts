/** Plug-ins of markdown-it: names those that throw, and finds the HTML that they render. */
import type { Env, MarkdownIt } from 'markdown-it';
import { error } from '../../shared/diagnostics.ts';
import { SitegenError } from '../../shared/errors.ts';
import type { ContentMistake } from '../content-problem.ts';
import { describeThrown } from '../describe-thrown.ts';
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
  /** The types of tokens that are HTML, because a plug-in renders them, by the plug-in. */
  const rendered = new Map<string, string>();
  for (const [index, given] of plugins.entries()) {
    const [plugin, ...options] = splitPlugin(given);
    const name = `markdown.plugins[${index}]${plugin.name && ` (${plugin.name})`}`;
    const before: Record<string, unknown> = { ...md.renderer.rules, highlight: md.options.highlight };
    const refuse = ({ message, calls }: ContentMistake, hint?: string) => {
      throw new SitegenError(message, {
        diagnostics: [error('page-failed', message, { place: { file }, hint, calls })],
      });
    };
    const restore = nameErrors(md, name, root);
    try {
      if (plugin(md, ...options) instanceof Promise)
        refuse({ message: `The plug-in ${name} returned a promise.` }, 'write `await` before it in the config');
    } catch (failure) {
      if (failure instanceof SitegenError) throw failure;
      refuse(describeThrown(root, `The plug-in ${name}`, failure));
    }
    restore();
    const after = { ...md.renderer.rules, highlight: md.options.highlight };
    for (const [rule, run] of Object.entries(after)) {
      if (run === before[rule]) continue;
      // An element that begins in HTML must also end there.
      const [type, pair] = [rule === 'highlight' ? 'fence' : rule, /^(.*)_(?:open|close)$/.exec(rule)?.[1]];
      for (const one of pair === undefined ? [type] : [`${pair}_open`, `${pair}_close`]) rendered.set(one, name);
    }
  }
  return (tokens, env) => renderTokens({ md, rendered, root }, tokens, env);
}

/** Wraps the rules that a plug-in adds. @returns stops it */
function nameErrors(md: MarkdownIt, plugin: string, root: string): () => void {
  const rulers = [md.core.ruler, md.block.ruler, md.inline.ruler, md.inline.ruler2] as unknown as Rulers;
  const wrap = (rule: Rule): Rule => {
    return (state, ...given) => {
      try {
        return rule(state, ...given);
      } catch (failure) {
        if (failure instanceof SitegenError) throw failure;
        const { refuse, line } = parsingOf(md);
        const isInline = 'pos' in state;
        const row = isInline ? line : given[0];
        const mistake = describeThrown(root, `The plug-in ${plugin}`, failure);
        return refuse({ ...mistake, ...(typeof row === 'number' && { line: row + 1 }) });
      }
    };
  };
  for (const ruler of rulers) {
    for (const method of METHODS) {
      const add = ruler[method].bind(ruler);
      ruler[method] = (...given) => add(...given.map((one) => (typeof one === 'function' ? wrap(one as Rule) : one)));
    }
  }
  return () => {
    for (const ruler of rulers) for (const method of METHODS) Reflect.deleteProperty(ruler, method);
  };
}

const METHODS = ['at', 'before', 'after', 'push'] as const;
type Rulers = Record<(typeof METHODS)[number], (...given: unknown[]) => unknown>[];
type Rule = (state: { readonly env: Env }, ...given: unknown[]) => unknown;

interface Rendering {
  readonly md: MarkdownIt;
  readonly rendered: ReadonlyMap<string, string>;
  readonly root: string;
}

/** In the order of the document, as markdown-it does, and each token once: a rule may count. */
function renderTokens({ md, rendered, root }: Rendering, tokens: Token[], env: Env): void {
  const { refuse } = parsingOf(md);
  const { renderer, options } = md;
  let row = 0;
  const fail = (mistake: ContentMistake) => refuse({ line: row + 1, ...mistake });
  const render = (list: Token[], index: number, type: string, plugin: string): string => {
    const subject = `The rule \`${type}\` of the plug-in ${plugin}`;
    try {
      const rule = renderer.rules[type] ?? renderer.renderToken.bind(renderer);
      const html: unknown = rule(list, index, options, env, renderer);
      if (typeof html === 'string') return html;
    } catch (failure) {
      if (failure instanceof SitegenError) throw failure;
      fail(describeThrown(root, subject, failure));
    }
    fail({ message: `${subject} returned no string.` });
    return '';
  };
  const visit = (list: Token[]): void => {
    for (const [index, token] of list.entries()) {
      const { type, tag, map, children, hidden } = token;
      if (map !== null) row = map[0];
      const plugin = rendered.get(type);
      if (type === 'inline') visit(children ?? []);
      else if (plugin !== undefined) token.html = render(list, index, type, plugin);
      else if (tag === '' && !KNOWN.test(type)) {
        if (!hidden) fail({ message: `No plug-in has a rule that renders \`${type}\`.` });
        token.html = '';
      }
    }
  };
  visit(tokens);
  adaptTokens(tokens, md);
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
