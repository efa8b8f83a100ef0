/** Compiles MDX to a module: https://mdxjs.com. The only file that calls its compiler. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CompileOptions } from '@mdx-js/mdx';
import { codeFrame } from '../../shared/code-frame.ts';
import { warning, type Diagnostic } from '../../shared/diagnostics.ts';
import { findDeepMarkers, refuseMistakes, type ContentFile, type ContentMistake } from '../content-problem.ts';
import { readFrontMatter, splitFrontMatter } from '../data/front-matter.ts';
import { highlight, shikiVersion, type CodeBlock } from '../code/highlight.ts';
import { createContainers } from './containers.ts';
import { type MdxNode, prepareMdx, startDocument, type MdxFacts, type ParseCode } from './prepare-mdx.ts';
import { explainMistake, explainPlugin } from './mistakes.ts';
import { DEFAULT_READING, splitPlugin, type Reading } from '../reading.ts';

/** Braces in braces. The compiler parses an expression again at each brace that could be its end. */
const MAX_BRACES = 500;

export interface CompiledMdx {
  /** JSX, with its source map as a comment. */
  readonly code: string;
  readonly facts: MdxFacts;
}

/**
 * @param memo the folder for colours of code, absolute
 * @param projectRoot absolute, for errors of plug-ins
 * @throws {SitegenError} with the mistake in the file
 */
export async function compileMdx(
  content: ContentFile,
  memo: string,
  reading: Reading = DEFAULT_READING,
  projectRoot = '',
): Promise<CompiledMdx> {
  const value = splitFrontMatter(content.text).body.replaceAll('\0', '\uFFFD');
  const deep = findDeepMarkers(value) ?? findDeepCode(value);
  if (deep !== undefined) refuseMistakes(content, [deep]);
  const { compile, gfm, directive, parse, SourceMapGenerator } = await loadCompiler();
  const version = shikiVersion();
  let facts: MdxFacts | undefined;
  const prepare =
    () =>
    async (root: unknown, { messages }: { readonly messages: readonly VFileMessage[] }) => {
      const colour = version === undefined ? undefined : (block: CodeBlock) => highlight(memo, version, block);
      const warnings = messages.map((message) => describeWarning(message, content));
      facts = await prepareMdx(root as MdxNode, content, reading.slugOf, warnings, colour, parse);
    };
  const { remarkPlugins, rehypePlugins } = reading;
  const hasPlugins = remarkPlugins.length + rehypePlugins.length > 0;
  const hasGfm = remarkPlugins.some((plugin) => splitPlugin(plugin)[0].name === 'remarkGfm');
  const withGfm: [typeof gfm, object] = [gfm, { singleTilde: false }];
  // A plug-in may throw before there is a promise.
  const run = async () =>
    compile(
      { value, path: content.file, data: hasPlugins ? { matter: readFrontMatter(content).data } : {} },
      {
        jsx: true,
        development: true, // adds the places of components that may be missing
        providerImportSource: 'sitegen/mdx',
        remarkPlugins: [
          ...(hasGfm ? [] : [withGfm]),
          createContainers(directive, content),
          ...(remarkPlugins.map(splitPlugin) as Plugins),
        ],
        rehypePlugins: [...(rehypePlugins.map(splitPlugin) as Plugins), prepare],
        recmaPlugins: [
          () => (program: Parameters<typeof startDocument>[0]) => startDocument(program, parse),
          () => mapElements,
        ],
        SourceMapGenerator,
      },
    );
  const compiled = await run().catch((error: unknown): never => {
    refuseMistakes(content, [(hasPlugins && explainPlugin(error, projectRoot)) || explainMistake(error, content.text)]);
    throw error;
  });
  if (facts === undefined) throw new Error(`${content.file} was compiled without its facts.`);
  const map = JSON.stringify({ ...compiled.map, sources: [path.posix.basename(content.file)] });
  const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;
  return { code: `${String(compiled)}\n${comment}`, facts };
}

type Plugins = NonNullable<CompileOptions['remarkPlugins']>;

/** A node of https://github.com/estree/estree, with JSX. */
interface CodeNode {
  readonly type: string;
  readonly loc?: unknown;
  children?: CodeNode[];
}

/**
 * A source map has the place of a text, but not of the `<` of an element, which therefore gets an empty text before it. That
 * is no part of the program.
 */
function mapElements(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const code = node as CodeNode;
  if (/^JSX(?:Element|Fragment)$/.test(code.type))
    code.children = (code.children ?? []).flatMap((child) =>
      child.type === 'JSXElement' && child.loc ? [{ type: 'JSXText', value: '', loc: child.loc }, child] : [child],
    );
  for (const [field, value] of Object.entries(node)) if (!/^(?:data|loc)$/.test(field)) mapElements(value);
}

/** `file.message('…', node)` of a plug-in */
function describeWarning({ reason, line, column = 1 }: VFileMessage, { file, text }: ContentFile): Diagnostic {
  if (line === undefined) return warning('compile-warning', reason, { place: { file } });
  return warning('compile-warning', reason, { place: { file, line, column }, frame: codeFrame(text, line, column) });
}

/** https://github.com/vfile/vfile-message */
interface VFileMessage {
  readonly reason: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

function findDeepCode(source: string): ContentMistake | undefined {
  let depth = 0;
  for (const { 0: brace, index } of source.matchAll(/[{}]/g)) {
    depth = Math.max(0, depth + (brace === '{' ? 1 : -1));
    if (depth <= MAX_BRACES) continue;
    const line = source.slice(0, index).split('\n').length;
    return { message: `Braces are nested more than ${MAX_BRACES} levels deep.`, line };
  }
  return undefined;
}

async function loadCompiler() {
  const [{ compile }, { default: gfm }, { default: directive }] = await Promise.all([
    import('@mdx-js/mdx'),
    import('remark-gfm'),
    import('remark-directive'),
  ]);
  // Dependencies of the compiler, which sitegen itself might not find.
  const requireByCompiler = createRequire(fileURLToPath(import.meta.resolve('@mdx-js/mdx')));
  const { SourceMapGenerator } = requireByCompiler('source-map') as Required<
    Pick<CompileOptions, 'SourceMapGenerator'>
  >;
  const acorn = requireByCompiler('acorn') as { readonly parse: (code: string, options: object) => object };
  const parse: ParseCode = (code) => {
    const program = acorn.parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
    // Its offsets are not those of the file, in which comments are searched for.
    const text = JSON.stringify(program, (key, value: unknown) => (/^(?:start|end)$/.test(key) ? undefined : value));
    return { ...(JSON.parse(text) as { readonly body: readonly object[] }), comments: [] };
  };
  return { compile, gfm, directive, parse, SourceMapGenerator };
}
