/** Compiles MDX to a module: https://mdxjs.com. The only file that calls its compiler. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CompileOptions } from '@mdx-js/mdx';
import type { ContentPlugin } from '../api/user-config.ts';
import { codeFrame } from '../shared/code-frame.ts';
import { warning, type Diagnostic } from '../shared/diagnostics.ts';
import { findDeepMarkers } from './check-depth.ts';
import { refuseMistakes, type ContentFile, type ContentMistake } from './content-problem.ts';
import { readFrontMatter, splitFrontMatter } from './data/front-matter.ts';
import { highlight, shikiVersion, type CodeBlock } from './highlight.ts';
import type { CodeNode, MdxNode } from './mdx-nodes.ts';
import { createDirectives } from './mdx-directives.ts';
import { explainBrokenTree, explainMistake } from './mdx-mistakes.ts';
import { namePlugins } from './mdx-plugins.ts';
import { prepareMdx, type MdxFacts } from './prepare-mdx.ts';
import { DEFAULT_READING, splitPlugin, type Reading } from './reading.ts';
import { rewriteMdx } from './rewrite-mdx.ts';

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
  const { compile, gfm, SourceMapGenerator } = await loadCompiler();
  const version = shikiVersion();
  let facts: MdxFacts | undefined;
  const prepare = () => async (root: unknown) => {
    const colour = version === undefined ? undefined : (block: CodeBlock) => highlight(memo, version, block);
    facts = await prepareMdx(root as MdxNode, content, reading.slugOf, colour);
  };
  const { remarkPlugins, rehypePlugins } = reading;
  const hasPlugins = remarkPlugins.length + rehypePlugins.length > 0;
  const hasGfm = remarkPlugins.some((plugin) => splitPlugin(plugin)[0].name === 'remarkGfm');
  const named = (plugins: readonly ContentPlugin[], option: string) =>
    namePlugins(plugins, option, content, projectRoot);
  const rewrite = () => (program: unknown) => rewriteMdx(program as CodeNode, content);
  const compiled = await compile(
    { value, path: content.file, data: hasPlugins ? { matter: readFrontMatter(content).data } : {} },
    {
      jsx: true,
      development: true, // adds the places of components that may be missing
      providerImportSource: 'sitegen/mdx',
      remarkPlugins: [
        ...(hasGfm ? [] : [gfm]),
        createDirectives(content),
        ...named(remarkPlugins, 'mdx.remarkPlugins'),
      ],
      rehypePlugins: [...named(rehypePlugins, 'mdx.rehypePlugins'), prepare],
      recmaPlugins: [rewrite],
      SourceMapGenerator,
    },
  ).catch((error: unknown): never => {
    refuseMistakes(content, [(hasPlugins && explainBrokenTree(error)) || explainMistake(error, content.text)]);
    throw error;
  });
  if (facts === undefined) throw new Error(`${content.file} was compiled without its facts.`);
  const warnings = compiled.messages.map((one) => ({ language: '', problem: describeWarning(one, content) }));
  facts = { ...facts, problems: [...facts.problems, ...warnings] };
  const { headings, links, problems } = facts;
  const ids = headings.map(({ id }) => id);
  const known = [content.file, JSON.stringify({ ids, links, problems })].map((text) => JSON.stringify(text));
  const map = JSON.stringify({ ...compiled.map, sources: [path.posix.basename(content.file)] });
  const code = [
    String(compiled),
    `export default _sitegen.createMdx(${known.join(', ')}, MDXContent);`,
    `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`,
  ];
  return { code: code.join('\n'), facts };
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
  const [{ compile }, { default: gfm }] = await Promise.all([import('@mdx-js/mdx'), import('remark-gfm')]);
  // A dependency of the compiler, which sitegen itself might not find.
  const requireByCompiler = createRequire(fileURLToPath(import.meta.resolve('@mdx-js/mdx')));
  const { SourceMapGenerator } = requireByCompiler('source-map') as Required<
    Pick<CompileOptions, 'SourceMapGenerator'>
  >;
  return { compile, gfm, SourceMapGenerator };
}
