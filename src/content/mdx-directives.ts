/** Containers and leaves in MDX, which has its own parser: they become JSX, as if they had been written as components. */
import { refuseMistakes, type ContentFile } from './content-problem.ts';
import { componentNameOf, DEFAULTS, isBareLeaf, readDirective, type Directive } from './directive.ts';
import { DIRECTIVE, RUNTIME, type CodeNode, type MdxNode } from './mdx-nodes.ts';
import { pairDirectives, type Edge, type Part } from './pair-directives.ts';
import { namesDeclaredBy } from './rewrite-mdx.ts';

/** The token and the node of a line. */
const LINE = 'directiveLine';

const COLON = 58;

/** The parts of https://github.com/micromark/micromark that a tokenizer of lines uses. */
type State = (code: number | null) => State | undefined;
interface Effects {
  readonly enter: (type: string) => unknown;
  readonly consume: (code: number | null) => unknown;
  readonly exit: (type: string) => unknown;
}
interface Tokenizer {
  /** True if the line would end a paragraph. */
  readonly interrupt?: boolean;
  readonly sliceSerialize: (token: unknown) => string;
}

/** The parts of https://github.com/syntax-tree/mdast-util-from-markdown that create nodes. */
interface Compiler {
  readonly enter: (node: MdxNode, token: unknown) => unknown;
  readonly exit: (token: unknown) => unknown;
  readonly sliceSerialize: (token: unknown) => string;
}

function tokenizeLine(this: Tokenizer, effects: Effects, ok: State, nok: State): State {
  const isDirective = (text: string) => {
    const directive = readDirective(text);
    return directive !== undefined && !(this.interrupt === true && isBareLeaf(directive));
  };
  const inside: State = (code) => {
    const isEnd = code === null || (code <= -3 && code >= -5);
    if (isEnd) return (isDirective(this.sliceSerialize(effects.exit(LINE))) ? ok : nok)(code);
    effects.consume(code);
    return inside;
  };
  return (code) => {
    effects.enter(LINE);
    return inside(code);
  };
}

const SYNTAX = { flow: { [COLON]: { name: LINE, tokenize: tokenizeLine, concrete: true } } };

const NODES = {
  enter: {
    [LINE](this: Compiler, token: unknown) {
      this.enter({ type: LINE, value: this.sliceSerialize(token) }, token);
    },
  },
  exit: {
    [LINE](this: Compiler, token: unknown) {
      this.exit(token);
    },
  },
};

interface Processor {
  readonly data: () => object;
}

/**
 * A remark plug-in.
 *
 * @throws {SitegenError} if a container does not end
 */
export function createDirectives(content: ContentFile) {
  return function directives(this: Processor): (root: MdxNode) => void {
    const data = this.data() as Record<string, unknown>;
    data['micromarkExtensions'] = [data['micromarkExtensions'] ?? [], SYNTAX].flat();
    data['fromMarkdownExtensions'] = [data['fromMarkdownExtensions'] ?? [], NODES].flat();
    return (root) => nestDirectives(root, content);
  };
}

interface MdxPart extends Part {
  readonly node: MdxNode;
}

/** @param root changed in place */
function nestDirectives(root: MdxNode, content: ContentFile): void {
  const parts = (root.children ?? []).flatMap(listParts);
  if (parts.every(({ directive }) => directive === undefined)) return;
  const { edges, mistakes } = pairDirectives(parts, (part) => part);
  refuseMistakes(content, mistakes);
  const declared = new Set((root.children ?? []).flatMap(declaredNames));
  const open = [root];
  root.children = [];
  for (const edge of edges) {
    if (edge.nesting === -1) open.pop();
    else {
      const node = nodeOf(edge, declared);
      open.at(-1)?.children?.push(node);
      if (edge.nesting === 1) open.push(Object.assign(node, { children: [] }));
    }
  }
}

/** Elements with blocks in them. Others have no lines of directives. */
const CONTAINS_BLOCKS = /^(?:blockquote|footnoteDefinition|list|listItem|mdxJsxFlowElement)$/;

function listParts(node: MdxNode): MdxPart[] {
  const line = node.position?.start.line;
  if (node.type === LINE) return [{ node, nesting: 0, line, directive: readDirective(node.value ?? '') }];
  if (!CONTAINS_BLOCKS.test(node.type)) return [{ node, nesting: 0, line }];
  const end = { node, nesting: -1, endsList: node.type.startsWith('list') };
  return [{ node, nesting: 1, line }, ...(node.children ?? []).flatMap(listParts), end];
}

/** @param declared names in the file */
function nodeOf({ item: { node }, directive }: Edge<MdxPart>, declared: ReadonlySet<string>): MdxNode {
  if (directive === undefined) return node;
  const attributes = Object.entries(directive.props).map(([name, value]) => {
    return { type: 'mdxJsxAttribute', name, value: value === true ? null : value };
  });
  attributes.push({ type: 'mdxJsxAttribute', name: DIRECTIVE, value: '' });
  const { position } = node;
  const data = { directive };
  return {
    type: 'mdxJsxFlowElement',
    name: jsxNameOf(directive, declared),
    attributes,
    data,
    ...(position && { position }),
  };
}

/** Only rendering knows if the site has a component in place of a default. */
function jsxNameOf({ kind, name }: Directive, declared: ReadonlySet<string>): string {
  const component = componentNameOf(name) ?? name;
  const hasDefault = kind === 'container' && DEFAULTS.has(name) && !declared.has(component);
  return hasDefault ? `${RUNTIME}.directives.${name}` : component;
}

/** @returns the names that a block of `import` or `export` declares */
export function declaredNames({ type, data }: MdxNode): string[] {
  const { body = [] } = Object(type === 'mdxjsEsm' ? data?.['estree'] : undefined) as { readonly body?: CodeNode[] };
  return body.flatMap(namesDeclaredBy);
}
