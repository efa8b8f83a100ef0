import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildOptions, BuildResult, Loader, Message, Metafile, OutputFile, Plugin } from 'esbuild';
import { codeFrame } from '../shared/code-frame.ts';
import { loadPackage } from '../shared/load-package.ts';
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { error, warning, type Diagnostic } from '../shared/diagnostics.ts';
import type { GeneratedAsset } from '../shared/model.ts';
import { toPosix } from '../shared/paths.ts';
import { detailOf } from './esbuild-message.ts';
import { SCRIPTS, fileOfInput, type SourceCode } from './module-graph.ts';
import {
  NO_IMPORTS,
  commonjsDefaults,
  findCompiledImports,
  type CompiledImports,
} from './plugins/commonjs-defaults.ts';
import { GLOBS } from './plugins/glob-imports.ts';
import { KNOWN_EXPORTS } from './plugins/runtime-plugins.ts';
import { LOCATIONS, asksForLocation, sourceLocations } from './plugins/source-locations.ts';

/** Newer syntax is compiled for these browsers, the oldest that Tailwind 4 supports. */
const BROWSERS = ['chrome111', 'firefox128', 'safari16.4'];

export interface EsbuildResult {
  readonly files: OutputFile[];
  /** The inputs of each output file. Absent if the run failed. */
  readonly metafile?: Metafile;
  readonly diagnostics: Diagnostic[];
}

/**
 * Options for all files for the browser. Their names contain a hash of their contents, so that browsers may cache them
 * forever.
 *
 * @param out the output folder, absolute
 * @param name the name of the entry file, without the hash
 */
export function forBrowser(out: string, name: string): BuildOptions {
  return {
    entryNames: `assets/${name}-[hash]`,
    assetNames: 'assets/[name]-[hash]',
    platform: 'browser',
    target: BROWSERS,
    minify: true,
    outdir: out,
    define: { 'process.env.NODE_ENV': '"production"' },
  };
}

/** Options for all modules for Node. */
export function forNode(): BuildOptions {
  return {
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    outExtension: { '.js': '.mjs' },
    packages: 'external',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': 'process.env' },
  };
}

/** Runs esbuild once. Compile errors become diagnostics; other errors are thrown. */
export async function runEsbuild(root: string, options: BuildOptions): Promise<EsbuildResult> {
  try {
    const result = await buildWithRestarts({
      bundle: true,
      write: false,
      charset: 'utf8',
      jsx: 'automatic',
      legalComments: 'eof',
      absWorkingDir: root,
      logLevel: 'silent',
      metafile: true,
      ...options,
      loader: { '.js': 'jsx', ...options.loader },
      plugins: [...(options.plugins ?? []), dataInCapitals()],
    });
    const { outputFiles = [], warnings, metafile } = result;
    const diagnostics = warnings.map((message) =>
      toDiagnostic(root, message, (_, ...rest) => warning('compile-warning', ...rest)),
    );
    return { files: outputFiles, diagnostics, ...(metafile && { metafile }) };
  } catch (failure) {
    const { errors } = failure as { errors?: Message[] };
    if (errors === undefined) throw failure;
    return { files: [], diagnostics: mergeMissing(errors.map((message) => toDiagnostic(root, message, error))) };
  }
}

/** esbuild compares the case of endings. Code in capitals is an error: see `toDiagnostic`. */
function dataInCapitals(): Plugin {
  return {
    name: 'data-in-capitals',
    setup: (build) =>
      build.onLoad({ filter: /\.(?:css|json)$/i, namespace: 'file' }, async ({ path: file }) => {
        const loader = path.extname(file).slice(1).toLowerCase() as Loader;
        return file.endsWith(loader) ? undefined : { contents: await readFile(file), loader };
      }),
  };
}

/** A package that is not installed is one problem, however many files import it. */
function mergeMissing(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const isMissing = ({ message }: Diagnostic) => /^Could not resolve "(?![./])|which is not installed\.$/.test(message);
  return diagnostics.flatMap((diagnostic, index) => {
    if (!isMissing(diagnostic)) return [diagnostic];
    const same = diagnostics.filter(({ message }) => message === diagnostic.message);
    if (same[0] !== diagnostics[index]) return [];
    const others = [...new Set(same.map(({ place }) => place?.file))].slice(1);
    if (others.length === 0) return [diagnostic];
    return [
      {
        ...diagnostic,
        message: `${diagnostic.message}\nAlso in ${others[0]}${others.length === 1 ? '' : ` and ${count(others.length - 1, 'more file')}`}.`,
      },
    ];
  });
}

/** How often esbuild's process is restarted in one run. */
const MAX_RESTARTS = 2;

/** The number of restarts. Owned by the process, which has one esbuild for all runs. */
let restarts = 0;

/** esbuild does not notice that its own process has been killed, by a signal or because the system ran out of memory. */
async function buildWithRestarts(options: BuildOptions): Promise<BuildResult> {
  const { build, stop } = loadPackage('esbuild') as typeof import('esbuild');
  for (let attempt = 0; ; attempt += 1) {
    const before = restarts;
    try {
      return await build(options);
    } catch (failure) {
      if (!isServiceFailure(failure)) throw failure;
      if (attempt === MAX_RESTARTS)
        throw new SitegenError('esbuild keeps crashing.\nTry: free memory', {
          cause: failure,
        });
      if (restarts !== before) continue; // another run has started it again
      restarts += 1;
      await stop();
    }
  }
}

function isServiceFailure(failure: unknown): boolean {
  const { errors, message } = failure as { errors?: Message[]; message: string };
  const texts = errors?.map(({ text }) => text) ?? [message];
  return texts.some((text) => /^The service (was stopped|is no longer running)/.test(text));
}

export interface ComponentsResult extends EsbuildResult {
  /** The options of the last run. */
  readonly options: BuildOptions;
}

/**
 * Runs esbuild over components. Few sites need the second run, with plugins that read each file:
 *
 * - A `tsconfig.json` can select another JSX runtime (`"jsx": "react"`), which takes precedence over esbuild's own options, but
 *   not over comments in the files.
 * - Code may read its location (`import.meta.url`), or import files by a pattern (`import.meta.glob`).
 * - Site code may import packages that were compiled to CommonJS.
 *
 * @param relativeUrls for code that reads its location
 * @param sources the code that it is compiled from
 */
export async function compileComponents(
  root: string,
  options: BuildOptions,
  relativeUrls: Plugin,
  sources: SourceCode = SCRIPTS,
): Promise<ComponentsResult> {
  const first = await runEsbuild(root, options);
  const importsOf = ({ metafile }: EsbuildResult) =>
    metafile === undefined ? NO_IMPORTS : findCompiledImports(root, metafile);
  const inputs = Object.keys(first.metafile?.inputs ?? {});
  const hasOwnRuntime = inputs.some((file) => /jsx-(dev-)?runtime/.test(file));
  const hasFailed = first.metafile === undefined; // the second run may find more mistakes
  const isChosenByConfig = hasFailed ? hasForeignRuntime(first) : !hasOwnRuntime;
  const compiled = importsOf(first);
  const isFinal = !hasFailed && !isChosenByConfig && compiled.files.size === 0;
  const mayAsk = options.format === 'iife' || first.files.some(({ text }) => asksForLocation(text)); // see `compileScript`
  if (isFinal && !mayAsk) return { ...first, options };
  const run = async (found: CompiledImports): Promise<ComponentsResult> => {
    const extended = {
      ...options,
      // Before the plugins of `options`: those load MDX, which needs none of these.
      plugins: [commonjsDefaults(found), relativeUrls, sourceLocations(sources), ...(options.plugins ?? [])],
      ...(isChosenByConfig && { jsxImportSource: 'react' }), // see `jsxComments`
      define: { ...options.define, ...GLOBS, ...(options.platform === 'node' && LOCATIONS) },
    };
    return { ...(await runEsbuild(root, extended)), options: extended };
  };
  const second = await run(compiled);
  const late = hasFailed ? importsOf(second) : NO_IMPORTS;
  return late.files.size === 0 ? second : run(late);
}

/** An error about `preact/jsx-runtime`, which no site file imports itself. */
function hasForeignRuntime({ diagnostics }: EsbuildResult): boolean {
  return diagnostics.some(({ message }) => message.includes('jsx-runtime"') || message.includes('jsx-dev-runtime"'));
}

function toDiagnostic(root: string, { text, location, notes, detail }: Message, create: typeof error): Diagnostic {
  const { problem: code, frame } = detailOf({ detail });
  // A note that ends with a colon points at a second place, which is not shown.
  const advice = notes.flatMap((note) => (note.text.endsWith(':') ? [] : adviceFor(note.text)));
  const hint = advice.length === 0 ? hintFor(text) : advice.join(' ');
  const report = (details: Pick<Diagnostic, 'place' | 'frame'>) =>
    create(code ?? 'compile-failed', `${text.replace(`"${KNOWN_EXPORTS}:`, '"')}.`, { hint, ...details });
  if (location === null) return report({});
  const file = path.resolve(root, fileOfInput(location.file));
  const place = { file: toPosix(path.relative(root, file)), line: location.line, column: location.column + 1 };
  if (frame !== undefined) return report({ place, frame });
  if (!existsSync(file)) return report({ place }); // generated code, not a user's file
  const source = readFileSync(file, 'utf8');
  if (source.split(/\r?\n/)[location.line - 1] !== location.lineText) return report({ place }); // saved meanwhile
  return report({ place, frame: codeFrame(source, place.line, place.column) });
}

function hintFor(text: string): string {
  if (text.startsWith('No matching export'))
    return 'correct the name, or install a version of the package that exports it';
  const ending = /^No loader is configured for "(.*[A-Z].*)" files/.exec(text)?.[1]?.toLowerCase();
  return ending === undefined ? '' : `rename the file, so that its name ends in "${ending}"`;
}

/** esbuild suggests changing its options, which sitegen users cannot do. */
function adviceFor(note: string): string[] {
  const builtIn = /^The package "(.*?)" wasn't found on the file system but is built into node/.exec(note)?.[1];
  if (builtIn !== undefined) {
    return [`use "${builtIn}" in the \`load\` of a page, and pass the result to the island: it runs in the browser`];
  }
  if (/^You can mark the path .* as external/.test(note)) {
    return ['install the package, correct its name, or declare an alias such as "@/*" as `paths` in tsconfig.json'];
  }
  return note.startsWith('The plugin ') ? [] : [note];
}

export function toAsset(out: string, { path: file, contents }: Pick<OutputFile, 'path' | 'contents'>): GeneratedAsset {
  return { output: toPosix(path.relative(out, file)), contents };
}
