import type { JsxProp, MarkdownNode, MdxAttribute, MdxNode } from './parse-markdown.ts';

/** @returns the number of an expression in the module */
export type AddExpression = (line: number, code: string) => number;

/** The tree of an MDX file, in which numbers stand for its code. */
export function toTree(nodes: readonly MdxNode[], add: AddExpression): MarkdownNode[] {
  return nodes.filter(({ type }) => type !== 'mdxjsEsm').map((node) => numberExpressions(node, add, 1));
}

function numberExpressions(node: MdxNode, add: AddExpression, around: number): MarkdownNode {
  const line = node.position?.start.line ?? around;
  if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression') {
    const isComment = /^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/\s*)*$/.test(node.value ?? '');
    return { type: 'expression', ...(!isComment && { expression: add(line, node.value ?? '') }) };
  }
  const children = node.children?.map((child) => numberExpressions(child, add, line));
  const { name, attributes = [] } = node;
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement')
    return { ...node, ...(children && { children }) } as MarkdownNode;
  const isComponent = /^[A-Z]|\./.test(name ?? '');
  const [root] = (name ?? '').split('.');
  const props = attributes.map((attribute) => toProp(attribute, (code) => add(line, code)));
  const literals = props.flatMap((prop) => ('value' in prop ? [[prop.name, prop.value] as const] : []));
  return {
    type: 'element',
    tagName: name ?? '',
    properties: Object.fromEntries(literals),
    // A component that is neither imported nor declared is one of `components`.
    jsx: {
      ...(isComponent && { component: add(line, `typeof ${root} === 'undefined' ? undefined : ${name}`) }),
      props,
    },
    children: children ?? [],
    ...(node.position && { position: node.position }),
  };
}

function toProp({ type, name = '', value }: MdxAttribute, add: (code: string) => number): JsxProp {
  if (type === 'mdxJsxExpressionAttribute') return { expression: add(`{ ${typeof value === 'string' ? value : ''} }`) };
  if (value === null || value === undefined) return { name, value: true };
  return typeof value === 'string' ? { name, value } : { name, expression: add(value.value) };
}
