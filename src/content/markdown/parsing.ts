import type { MarkdownIt, Ruler, StateBlock, Token as ParsedToken } from 'markdown-it';
import type { ContentMistake, Refuse } from '../content-problem.ts';
import type { MarkdownNode } from '../elements/tree.ts';
import type { SlugOf } from '../reading.ts';

/** A parsed document. */
export interface ParsedMarkdown {
  readonly nodes: readonly MarkdownNode[];
  readonly mistakes: readonly ContentMistake[];
  readonly slugOf: SlugOf;
}

/** State that the rules of markdown-it share while they parse a document. */
export interface Parsing {
  readonly refuse: Refuse;
  /** The labels of footnotes, normalized. */
  readonly footnotes: Set<string>;
}

/** The document that each parser reads: it reads one at a time, and plug-ins may parse parts of it. Owned by the thread. */
const current = new WeakMap<MarkdownIt, Parsing>();

export function startParsing(md: MarkdownIt, parsing: Parsing): void {
  current.set(md, parsing);
}

export function parsingOf(md: MarkdownIt): Parsing {
  const parsing = current.get(md);
  if (parsing === undefined) throw new Error('No document is being parsed.');
  return parsing;
}

export type BlockRule = (state: StateBlock, line: number, endLine: number, isSilent: boolean) => boolean;

export type Token = ParsedToken & {
  /** Its offset in the text of its paragraph, for tokens within one. */
  offset?: number;
  /** True for HTML in the file. Other HTML comes from plug-ins, and is trusted. */
  isWritten?: boolean;
  /** The HTML that a plug-in renders it as. */
  html?: string;
};

/** @returns a rule of markdown-it, which one of ours calls. Its ruler finds rules only by what changes without them */
export function findRule<Args extends unknown[], Result>(
  ruler: Ruler<Args, Result>,
  name: string,
): (...args: Args) => Result {
  const all = ruler.getRules('');
  ruler.disable(name);
  const others = ruler.getRules('');
  ruler.enable(name);
  const [rule] = all.filter((one) => !others.includes(one));
  if (rule === undefined) throw new Error(`markdown-it has no rule ${name}.`);
  return rule;
}
