/** Changes the module that the MDX compiler writes: addresses, missing components, and the default export. */
import { refuseMistakes, type ContentFile } from './content-problem.ts';
import { ADDRESSES as OF_DIRECTIVES, componentNameOf } from './directive.ts';
import { DIRECTIVE, RUNTIME, type CodeNode } from './mdx-nodes.ts';

/** Levels of nested expressions: hand-written code has a tenth, and the stack of a thread is large enough for more. */
const MAX_DEPTH = 1000;

interface Place {
  readonly line: number;
  readonly column: number;
}

/** A component, by its dotted name, and the place where it is first used. */
interface UsedComponent extends Place {
  readonly id: string;
}

/**
 * A recma transformer, after those of MDX.
 *
 * @param program changed in place
 * @throws {SitegenError} if it is nested too deep
 */
export function rewriteMdx(program: CodeNode, content: ContentFile): void {
  const body = program['body'] as CodeNode[];
  const declared = new Set(body.flatMap(namesDeclaredBy));
  const early: UsedComponent[] = [];
  /** @param names usable in JSX; `undefined` inside of a function, where MDX has declared all that are missing */
  const visit = (node: CodeNode, names: ReadonlySet<string> | undefined, depth: number): void => {
    if (depth > MAX_DEPTH)
      refuseMistakes(content, [{ message: 'An expression is nested too deep.', ...placeOf(node), hint: MOVE }]);
    if (node.type === 'JSXElement') {
      const used = names && useEarly(node, names);
      if (used !== undefined) early.push(used);
      rewriteProps(node['openingElement'] as CodeNode, placeOf(node));
    }
    mapElements(node, declared);
    if (node.type === 'BlockStatement') node['body'] = joinChecks(node['body'] as CodeNode[], content.file);
    const isFunction = Array.isArray(node['params']);
    const inside =
      isFunction && names ? new Set([...names, ...(node['params'] as CodeNode[]).flatMap(namesIn)]) : names;
    for (const [field, value] of Object.entries(node)) {
      if (field === 'data' || field === 'loc') continue;
      const scope = isFunction && field === 'body' ? undefined : inside;
      for (const child of [value].flat()) if (isNode(child)) visit(child, scope, depth + 1);
    }
  };
  for (const statement of body) visit(statement, declared, 1);
  const kept = body.filter((node) => nameOf(node['id']) !== '_missingMdxReference').map(toDeclaration);
  const components = early.length === 0 ? [] : [declare(EARLY, call('findComponents', content.file, toArray(early)))];
  const hasAwait = literal(body.some((node) => nameOf(node['id']) === '_createMdxContent' && node['async'] === true));
  program['body'] = [declare(ADDRESS, call('createAddresses', content.file, hasAwait)), ...components, ...kept];
}

/** A source map has the place of a text, but not of the `<` of an element, which therefore gets an empty text before it. */
function mapElements(node: CodeNode, declared: ReadonlySet<string>): void {
  if (!/^JSX(?:Element|Fragment)$/.test(node.type)) return;
  node['children'] = (node['children'] as CodeNode[]).flatMap((child) => {
    const { type, loc } = child;
    const element = isFence(child) ? toExpression(child, declared) : child;
    return type === 'JSXElement' && loc ? [{ type: 'JSXText', value: '', loc }, element] : [element];
  });
}

function isFence(node: CodeNode): boolean {
  const { object, property: part } = Object((node['openingElement'] as CodeNode | undefined)?.['name']) as Partial<
    Record<string, CodeNode>
  >;
  return nameOf(object) === RUNTIME && nameOf(part) === 'Fence';
}

/**
 * `<_sitegen.Fence …>` -> `{_sitegen.createFence(_components, <_sitegen.Fence …>)}`, which is the component or the `pre` itself.
 *
 * @param declared names in the file, of which one may be that of the component
 */
function toExpression(element: CodeNode, declared: ReadonlySet<string>): CodeNode {
  const language = findAttribute(element['openingElement'] as CodeNode, 'language')?.value['value'];
  const name = componentNameOf(String(language));
  const own = name !== undefined && declared.has(name) ? [identifier(name)] : [];
  const expression = call('createFence', identifier('_components'), element, ...own);
  return { type: 'JSXExpressionContainer', expression };
}

const MOVE = 'move the code to a file of its own, and import it';

/** The function that resolves addresses. */
const ADDRESS = '_address';

/** The components that are used while the module is loaded. */
const EARLY = '_early';

const ADDRESSES: Readonly<Record<string, string>> = { a: 'href', img: 'src' };

/** Numbers of elements in Markdown, which the compiler writes as strings. */
const NUMBERS: Readonly<Record<string, string>> = { ol: 'start', pre: 'tabIndex' };

function rewriteProps(opening: CodeNode, place: Place): void {
  const name = opening['name'] as CodeNode;
  const markdownName = name.type === 'JSXMemberExpression' ? markdownElement(name) : undefined;
  const tagName = String(markdownName ?? name['name']);
  const number = markdownName === undefined ? undefined : findAttribute(opening, NUMBERS[tagName]);
  if (number !== undefined)
    number.value = { type: 'JSXExpressionContainer', expression: literal(Number(number.value['value'])) };
  const fence = markdownName === undefined ? undefined : findAttribute(opening, 'data-sitegen-fence');
  if (fence !== undefined) {
    const type = {
      ...name,
      type: 'MemberExpression',
      object: identifier('_components'),
      property: identifier(tagName),
    };
    const spread = { type: 'JSXSpreadAttribute', argument: call('readFence', type, literal(fence.value['value'])) };
    opening['attributes'] = (opening['attributes'] as CodeNode[]).map((one) => (one === fence ? spread : one));
  }
  const directive = findAttribute(opening, DIRECTIVE);
  const isNamed = markdownName !== undefined || directive !== undefined || /^h[1-6]$/.test(tagName);
  for (const one of ['aria-describedby', 'aria-labelledby', ...(isNamed ? ['id'] : [])])
    nameId(findAttribute(opening, one));
  if (directive !== undefined)
    opening['attributes'] = (opening['attributes'] as CodeNode[]).filter((one) => one !== directive);
  for (const address of directive === undefined ? [ADDRESSES[tagName]] : OF_DIRECTIVES) {
    const attribute = findAttribute(opening, address);
    if (attribute !== undefined) resolveAddress(opening, attribute, place);
  }
}

interface Attribute extends CodeNode {
  value: CodeNode;
}

function findAttribute({ attributes }: CodeNode, wanted: string | undefined): Attribute | undefined {
  const found = (attributes as CodeNode[]).find((one) => wanted !== undefined && nameOf(one['name']) === wanted);
  return isNode(found?.['value']) ? (found as Attribute) : undefined;
}

/** `<h2 id="part">` -> `<h2 id={_address.id("part")}>` */
function nameId(attribute: Attribute | undefined): void {
  if (attribute?.value.type !== 'Literal') return;
  attribute.value = { type: 'JSXExpressionContainer', expression: call('id', literal(attribute.value['value'])) };
}

/** `<a href="b.md">` -> `<a href={_address.url("b.md", 1, 4)}>` */
function resolveAddress(opening: CodeNode, attribute: Attribute, { line, column }: Place): void {
  const attributes = opening['attributes'] as CodeNode[];
  const { value } = attribute;
  const isLiteral = value.type === 'Literal';
  const given = isLiteral ? literal(value['value']) : (value['expression'] as CodeNode);
  const args = [given, literal(line), literal(column)];
  const isSized = attributes.some((one) => /^(?:undefined|width|height)$/.test(String(nameOf(one['name']))));
  if (nameOf(attribute['name']) === 'src' && isLiteral && !isSized) {
    // The address and the size. First, so that `key` is not after a spread, which React's runtime treats in another way.
    const keys = attributes.filter((one) => nameOf(one['name']) === 'key');
    const others = attributes.filter((one) => one !== attribute && !keys.includes(one));
    opening['attributes'] = [...keys, { type: 'JSXSpreadAttribute', argument: call('image', ...args) }, ...others];
  } else attribute.value = { type: 'JSXExpressionContainer', expression: call('url', ...args) };
}

/** `a` of `_components.a`, which stands for an element of Markdown. */
function markdownElement(name: CodeNode): unknown {
  return nameOf(name['object']) === '_components' ? nameOf(name['property']) : undefined;
}

/**
 * MDX throws an error at the first missing component. sitegen reports all of them in one run.
 *
 * @param body of a block, with `if (!Tab) _missingMdxReference("Tab", true, "5:1-5:8");`
 */
function joinChecks(body: readonly CodeNode[], file: string): CodeNode[] {
  const checks = body.map(readCheck);
  const last = checks.findLastIndex((check) => check !== undefined);
  return body.flatMap((statement, index) => {
    if (checks[index] === undefined) return [statement];
    if (index !== last) return [];
    const used = checks.flatMap((check) => check ?? []).filter(({ id }) => !id.startsWith(`${RUNTIME}.`));
    if (used.length === 0) return [];
    const roots = [...new Set(used.map(({ id }) => id.replace(/\..*/, '')))].map(identifier);
    const properties = roots.map((name) => ({ ...property(name), shorthand: true }));
    const expression = call('checkComponents', file, { type: 'ObjectExpression', properties }, toArray(used));
    return [{ type: 'ExpressionStatement', expression }];
  });
}

/** @returns the component that a statement checks, but none for a part of its name */
function readCheck(statement: CodeNode): UsedComponent[] | undefined {
  const { expression } = Object(statement['consequent']) as { readonly expression?: CodeNode };
  if (statement.type !== 'IfStatement' || nameOf(expression?.['callee']) !== '_missingMdxReference') return undefined;
  const given = (expression?.['arguments'] ?? []) as CodeNode[];
  const [id, isComponent, place = ''] = given.map(({ value }) => value);
  const [line = 1, column = 1] = String(place).split(/[:-]/).map(Number);
  return isComponent === true ? [{ id: String(id), line, column }] : [];
}

/** At the top level of a module, where MDX declares nothing, a name could refer to a global: `<Date>`. */
function useEarly(element: CodeNode, names: ReadonlySet<string>): UsedComponent | undefined {
  const id = fullName((element['openingElement'] as CodeNode)['name'] as CodeNode);
  const isComponent = id !== undefined && /^[^a-z]|\./.test(id);
  if (!isComponent || names.has(id.replace(/\..*/, ''))) return undefined;
  for (const tag of [element['openingElement'], element['closingElement']]) {
    if (isNode(tag)) tag['name'] = withRoot(tag['name'] as CodeNode);
  }
  return { id, ...placeOf(element) };
}

function fullName(name: CodeNode): string | undefined {
  if (name.type === 'JSXIdentifier') return name['name'] as string;
  if (name.type !== 'JSXMemberExpression') return undefined;
  return `${fullName(name['object'] as CodeNode)}.${nameOf(name['property'])}`;
}

/** `Ui.Tab` -> `_early.Ui.Tab` */
function withRoot(name: CodeNode): CodeNode {
  if (name.type === 'JSXMemberExpression') return { ...name, object: withRoot(name['object'] as CodeNode) };
  return { type: 'JSXMemberExpression', object: { type: 'JSXIdentifier', name: EARLY }, property: name };
}

/**
 * `compile-mdx.ts` wraps `export default function MDXContent`. If its content awaits something, it must be an element, because
 * only React can handle its promise.
 */
function toDeclaration(node: CodeNode): CodeNode {
  const { declaration } = node;
  if (node.type !== 'ExportDefaultDeclaration' || !isNode(declaration)) return node;
  const [last] = ((declaration['body'] as CodeNode)['body'] as CodeNode[]).slice(-1);
  const returned = last?.['argument'] as CodeNode | undefined;
  const { consequent } = Object(returned) as { readonly consequent?: CodeNode };
  const [content] = ((consequent?.['children'] ?? []) as CodeNode[]).filter(({ type }) => type === 'JSXElement');
  if (returned !== undefined && content !== undefined) returned['alternate'] = content;
  return declaration;
}

/** @param statement of a module. @returns the names that it declares or imports */
export function namesDeclaredBy(statement: CodeNode): string[] {
  const { type, declaration, specifiers, declarations, id } = statement;
  if (type === 'ImportDeclaration') return (specifiers as CodeNode[]).flatMap(({ local }) => nameOf(local) ?? []);
  if (isNode(declaration)) return namesDeclaredBy(declaration);
  if (Array.isArray(declarations)) return (declarations as CodeNode[]).flatMap((one) => namesIn(one['id']));
  return nameOf(id) === undefined ? [] : [nameOf(id) as string];
}

/** The names in a pattern: `{ a, b: [c = 1, ...d] }` */
function namesIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  const { type, name, properties = [], elements = [], value, left, argument } = pattern;
  if (type === 'Identifier') return [name as string];
  return [...(properties as unknown[]), ...(elements as unknown[]), value, left, argument].flatMap(namesIn);
}

function isNode(value: unknown): value is CodeNode {
  return typeof (value as CodeNode | null | undefined)?.type === 'string';
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : undefined;
}

/** Columns of ESTree count from 0. */
function placeOf({ loc }: CodeNode): Place {
  return { line: loc?.start.line ?? 1, column: (loc?.start.column ?? 0) + 1 };
}

function identifier(name: string): CodeNode {
  return { type: 'Identifier', name };
}

function literal(value: unknown): CodeNode {
  return { type: 'Literal', value };
}

function property(key: CodeNode, value = key): CodeNode {
  return { type: 'Property', kind: 'init', method: false, shorthand: false, computed: false, key, value };
}

function toArray(used: readonly UsedComponent[]): CodeNode {
  const elements = used.map((one) => ({
    type: 'ObjectExpression',
    properties: Object.entries(one).map(([name, value]) => property(identifier(name), literal(value))),
  }));
  return { type: 'ArrayExpression', elements };
}

/** A call of a function from `sitegen/mdx`; `image` and `url` belong to the file. */
function call(name: string, ...args: readonly (CodeNode | string)[]): CodeNode {
  const object = identifier(/^(?:id|image|url)$/.test(name) ? ADDRESS : RUNTIME);
  const callee = { type: 'MemberExpression', object, property: identifier(name), computed: false, optional: false };
  const given = args.map((arg) => (typeof arg === 'string' ? literal(arg) : arg));
  return { type: 'CallExpression', callee, arguments: given, optional: false };
}

function declare(name: string, init: CodeNode): CodeNode {
  const declarations = [{ type: 'VariableDeclarator', id: identifier(name), init }];
  return { type: 'VariableDeclaration', kind: 'const', declarations };
}
