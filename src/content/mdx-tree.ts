import type { ElementNode, JsxProp, MarkdownNode, MdxAttribute, MdxNode } from './content-tree.ts';

/** @returns the number of an expression in the module */
export type AddExpression = (line: number, code: string) => number;

/** The tree of an MDX file, in which numbers stand for its code. */
export function toTree(nodes: readonly MdxNode[], add: AddExpression): MarkdownNode[] {
  return nodes.filter(({ type }) => type !== 'mdxjsEsm').map((node) => numberExpressions(node, add, 1));
}

function numberExpressions(node: MdxNode, add: AddExpression, around: number): MarkdownNode {
  const line = node.position?.start.line ?? around;
  const { type, value = '', children = [] } = node;
  if (type === 'mdxFlowExpression' || type === 'mdxTextExpression')
    return { type: 'expression', ...(!IS_COMMENT.test(value) && { expression: add(line, value) }) };
  const inside = children.map((child) => numberExpressions(child, add, line));
  if (type === 'mdxJsxFlowElement' || type === 'mdxJsxTextElement')
    return { ...toElement(node, (code) => add(line, code)), children: inside };
  return { ...node, children: inside } as MarkdownNode;
}

const IS_COMMENT = /^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/\s*)*$/;

function toElement({ name, attributes = [], position }: MdxNode, add: (code: string) => number): ElementNode {
  const tagName = name ?? '';
  const isComponent = /^[A-Z]|\./.test(tagName);
  const [root] = tagName.split('.');
  const props = attributes.map((attribute) => toProp(attribute, add));
  const literals = props.flatMap((prop) => ('value' in prop ? [[prop.name, prop.value] as const] : []));
  // A component that is neither imported nor declared is one of `components`.
  const component = isComponent
    ? { component: add(`typeof ${root} === 'undefined' ? undefined : ${tagName}`) }
    : undefined;
  return {
    type: 'element',
    tagName,
    properties: Object.fromEntries(literals),
    jsx: { ...component, props },
    children: [],
    ...(position && { position }),
  };
}

function toProp({ type, name = '', value }: MdxAttribute, add: (code: string) => number): JsxProp {
  if (type === 'mdxJsxExpressionAttribute') return { expression: add(`{ ${typeof value === 'string' ? value : ''} }`) };
  if (value === null || value === undefined) return { name, value: true };
  return typeof value === 'string' ? { name, value } : { name, expression: add(value.value) };
}
