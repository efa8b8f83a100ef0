/**
 * MDX to a module. Its tree is that of Markdown, and is rendered by the same code; only JavaScript becomes code: `import` and
 * `export`, expressions, and the names of components. Each is written on the line that it has in the file.
 */
import { MAX_LENGTH_OF_RUN, findExcess } from './check-size.ts';
import { refuseMistakes, type ContentFile } from './content-problem.ts';
import { splitFrontMatter } from './front-matter.ts';
import { toTree, type AddExpression } from './mdx-tree.ts';
import type { MdxNode } from './content-tree.ts';

/** A part of the module, in the order of the file. */
interface Part {
  readonly line: number;
  readonly code: string;
}

/**
 * @param parse see `loadMdxParser`
 * @throws {SitegenError} with the mistake in the file
 */
export async function compileMdx(
  content: ContentFile,
  parse: (source: string) => Promise<readonly MdxNode[]>,
): Promise<string> {
  const { body } = splitFrontMatter(content.text);
  const excess = findExcess(body) ?? findDeepExpression(body);
  if (excess !== undefined) refuseMistakes(content, [excess]);
  const nodes = await parse(body).catch((error: unknown): never => {
    const { line, column, message } = toMistake(error);
    refuseMistakes(content, [{ message, line, column }]);
    throw error;
  });
  const parts: Part[] = [];
  const names: string[] = [];
  const add: AddExpression = (line, code) => {
    names.push(`$mdx${names.length}`);
    const end = code.includes('//') ? '\n' : ''; // a comment
    parts.push({ line, code: `function ${names.at(-1)}(props) { return (${code}${end}); }` });
    return names.length - 1;
  };
  for (const { type, position, value = '' } of nodes) {
    if (type === 'mdxjsEsm') parts.push({ line: position?.start.line ?? 1, code: value });
  }
  const tree = toTree(nodes, add);
  const given = [JSON.stringify(content.file), JSON.stringify(JSON.stringify(tree)), `[${names.join(', ')}]`];
  return [
    placeOnLines(parts),
    `import { createMdx as $createMdx } from 'sitegen/mdx';`,
    `export default $createMdx(${given.join(', ')});`,
  ].join('\n');
}

/** The parser of expressions is recursive, and native. */
function findDeepExpression(body: string) {
  const found = new RegExp(String.raw`(?:[([{!~<+-]\s*){${MAX_LENGTH_OF_RUN}}`).exec(body);
  if (found === null) return undefined;
  const line = body.slice(0, found.index).split('\n').length;
  return { message: 'An expression is nested too deep.', line };
}

/** `5:1: Could not parse …` */
function toMistake(error: unknown) {
  const [, line, column, message] = /^(?:Error: )?(\d+):(\d+): ([\s\S]*)$/.exec(String(error)) ?? [];
  if (message === undefined) return { message: String(error) };
  const text = message.replace(/ \([\w-]+:[\w-]+\)$/, '').replace(/\.?$/, '.');
  return { message: text, line: Number(line), column: Number(column) };
}

function placeOnLines(parts: readonly Part[]): string {
  let text = '';
  let line = 1;
  for (const part of parts.toSorted((a, b) => a.line - b.line)) {
    const missing = Math.max(0, part.line - line);
    text += '\n'.repeat(missing) + (missing === 0 && text !== '' ? ' ' : '') + part.code;
    line += missing + part.code.split('\n').length - 1;
  }
  return text;
}
