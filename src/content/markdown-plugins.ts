/** Plug-ins of markdown-it: names those that throw, and finds the HTML that they render. */
import type { Env, MarkdownIt, RendererRule } from 'markdown-it';
import { error } from '../shared/diagnostics.ts';
import { SitegenError } from '../shared/errors.ts';
import type { ContentMistake } from './content-problem.ts';
import { describeThrown } from './describe-thrown.ts';
import { parsingOf, type Token } from './parsing.ts';
import { isProp, toProp } from './read-html.ts';
import { splitPlugin, type Reading } from './reading.ts';

/** Adds `html` to the tokens of a document that plug-ins render. */
export type RenderTokens = (tokens: Token[], env: Env) => void;

/** The rules of renderers that plug-ins have added or replaced, by the types of tokens. */
interface ChangedRule {
  readonly plugin: string;
  /** The rule of markdown-it, if it has one. */
  readonly standard: RendererRule;
}

/**
 * @param root of the project, absolute
 * @throws {SitegenError} if a plug-in throws
 */
export function usePlugins(md: MarkdownIt, { plugins, file }: Reading, root: string): RenderTokens {
  const standard = { ...md.renderer.rules };
  const changed = new Map<string, ChangedRule>();
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
      const type = rule === 'highlight' ? 'fence' : rule;
      const original = standard[type] ?? md.renderer.renderToken.bind(md.renderer);
      if (run !== before[rule]) changed.set(type, { plugin: name, standard: original });
    }
  }
  return (tokens, env) => renderTokens({ md, changed, root }, tokens, env);
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
  readonly changed: ReadonlyMap<string, ChangedRule>;
  readonly root: string;
}

/** In the order of the document, as markdown-it does, and each token once: a rule may count. */
function renderTokens({ md, changed, root }: Rendering, tokens: Token[], env: Env): void {
  const { refuse } = parsingOf(md);
  let row = 0;
  const fail = (mistake: ContentMistake) => refuse({ line: row + 1, ...mistake });
  const run = (list: Token[], index: number, type: string, { plugin, standard }: ChangedRule): string | undefined => {
    const rule = md.renderer.rules[type] ?? standard;
    const subject = `The rule \`${type}\` of the plug-in ${plugin}`;
    try {
      const html: unknown = rule(list, index, md.options, env, md.renderer);
      // What markdown-it itself would write keeps its place in the file, its colours and its components.
      const plain = standard(list, index, { ...md.options, highlight: null }, env, md.renderer);
      if (typeof html === 'string') return html === plain ? undefined : html;
      fail({ message: `${subject} returned no string.` });
    } catch (failure) {
      if (failure instanceof SitegenError) throw failure;
      fail(describeThrown(root, subject, failure));
    }
    return undefined;
  };
  const renderOne = (list: Token[], index: number, token: Token): void => {
    const rule = changed.get(token.type);
    const html = rule && run(list, index, token.type, rule);
    if (html !== undefined) token.html = html;
    if (html !== undefined || token.tag !== '' || KNOWN.test(token.type)) return;
    if (!token.hidden) fail({ message: `No plug-in has a rule that renders \`${token.type}\`.` });
    token.html = '';
  };
  const visit = (list: Token[]): void => {
    const open: number[] = [];
    for (const [index, token] of list.entries()) {
      if (token.map !== null) row = token.map[0];
      if (token.type === 'inline') visit(token.children ?? []);
      else renderOne(list, index, token);
      if (token.nesting === 1) open.push(index);
      if (token.nesting === -1) completePair(list, open.pop() ?? index, index);
    }
  };
  /** An element that begins in HTML must also end there. */
  const completePair = (list: Token[], start: number, end: number): void => {
    const [first, last] = [list[start], list[end]];
    if (first === undefined || last === undefined || (first.html === undefined) === (last.html === undefined)) return;
    const index = first.html === undefined ? start : end;
    const token = index === start ? first : last;
    const rule = md.renderer.rules[token.type];
    token.html = rule?.(list, index, md.options, env, md.renderer) ?? md.renderer.renderToken(list, index, md.options);
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
const KNOWN = /^(?:text|text_special|softbreak|html_inline|html_block|directive)$/;

/** @param name in lower case, as HTML reads it: a name that means more to React must not come from a file */
function adaptAttribute(name: string, value: string): [string, string] {
  return name === 'style' ? [name, value] : (toProp(name, value) as [string, string]);
}
