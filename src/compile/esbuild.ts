import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions, BuildResult, Message, Metafile, OutputFile, BuildContext } from 'esbuild';
import { codeFrame } from '../shared/code-frame.ts';
import { count } from '../shared/format.ts';
import { error, warning, type Diagnostic } from '../shared/diagnostics.ts';
import type { GeneratedAsset } from '../shared/model.ts';
import { toPosix } from '../shared/paths.ts';
import { detailOf } from './esbuild-message.ts';
import { fileOfInput } from './module-graph.ts';
import { KNOWN_EXPORTS, PAGE_REACT } from './plugins/runtime-plugins.ts';
import { pathToFileURL } from 'node:url';
import { SitegenError } from '../shared/errors.ts';
import { loadPackage } from '../shared/load-package.ts';

/** Newer syntax is compiled for these browsers, the oldest that Tailwind 4 supports. docs/versioning.md lists them. */
export const BROWSERS = ['chrome111', 'firefox128', 'safari16.4'];

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

/** Runs esbuild. Compile errors become diagnostics; other errors are thrown. */
export function runEsbuild(root: string, options: BuildOptions): Promise<EsbuildResult> {
  return resultOf(root, buildOnce(withDefaults(root, options)));
}

/** The options of every run. */
export function withDefaults(root: string, options: BuildOptions): BuildOptions {
  return {
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
  };
}

/** Compile errors become diagnostics; other errors are thrown. */
export async function resultOf(root: string, running: Promise<BuildResult>): Promise<EsbuildResult> {
  try {
    const { outputFiles = [], warnings, metafile } = await running;
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

/** Begins the name of a module that stands for one of the same name. */
const VIRTUAL = new RegExp(`"(?:${KNOWN_EXPORTS}|${PAGE_REACT}):`);

function toDiagnostic(root: string, { text, location, notes, detail }: Message, create: typeof error): Diagnostic {
  const { problem: code, frame } = detailOf({ detail });
  // A note that ends with a colon points at a second place, which is not shown.
  const advice = notes.flatMap((note) => (note.text.endsWith(':') ? [] : adviceFor(note.text)));
  const hint = advice.length === 0 ? hintFor(text) : advice.join(' ');
  const report = (details: Pick<Diagnostic, 'place' | 'frame'>) =>
    create(code ?? 'compile-failed', `${text.replace(VIRTUAL, '"')}.`, { hint, ...details });
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
    return [
      'write `import type` if it has only types, install the package, correct its name, or declare an alias such as "@/*" as `paths` in tsconfig.json',
    ];
  }
  return note.startsWith('The plugin ') ? [] : [note];
}

export function toAsset(out: string, { path: file, contents }: Pick<OutputFile, 'path' | 'contents'>): GeneratedAsset {
  return { output: toPosix(path.relative(out, file)), contents };
}

/**
 * Imports a compiled file. The stack traces of its errors point at its sources.
 *
 * @param file absolute
 * @returns its default export
 */
export async function importDefault(file: string): Promise<unknown> {
  process.setSourceMapsEnabled(true);
  return ((await import(pathToFileURL(file).href)) as { readonly default?: unknown }).default;
}

/** How often esbuild's process is restarted in one run. */
const MAX_RESTARTS = 2;

/** The number of restarts, which tells esbuild's processes apart. Owned by this process, which has one at a time. */
let restarts = 0;

type Esbuild = typeof import('esbuild');

const esbuild = () => loadPackage('esbuild') as Esbuild;

/**
 * Runs esbuild once.
 *
 * @throws what esbuild throws: compile errors, with `errors`
 */
export function buildOnce(options: BuildOptions): Promise<BuildResult> {
  return withRestarts(() => esbuild().build(options));
}

/** Compiles one file. */
export const transform: Esbuild['transform'] = (...args) => esbuild().transform(...args);

/** Runs esbuild again and again over the same entries: files that have not changed are not parsed again. */
interface Incremental {
  /** Each run waits for the one before. */
  readonly build: (options: BuildOptions) => Promise<BuildResult>;
  readonly close: () => Promise<void>;
}

/** @param options the same object means the same run: see `createRunner` */
export function buildIncrementally(): Incremental {
  let current: { readonly options: BuildOptions; readonly context: BuildContext; readonly process: number } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const dispose = async () => {
    const { context, process } = current ?? {};
    current = undefined;
    if (process !== restarts) return;
    await context?.dispose().catch((failure: unknown) => {
      if (!isServiceFailure(failure)) throw failure;
    });
  };
  const run = async (options: BuildOptions): Promise<BuildResult> => {
    if (current?.options !== options || current.process !== restarts) {
      await dispose();
      current = { options, context: await esbuild().context(options), process: restarts };
    }
    return current.context.rebuild();
  };
  const after = <Result>(next: () => Promise<Result>): Promise<Result> => {
    const running = last.then(next, next);
    last = running;
    return running;
  };
  return {
    build: (options) => after(() => withRestarts(() => run(options))),
    close: () => after(dispose),
  };
}

async function withRestarts(run: () => Promise<BuildResult>): Promise<BuildResult> {
  for (let attempt = 0; ; attempt += 1) {
    const before = restarts;
    try {
      return await run();
    } catch (failure) {
      if (!isServiceFailure(failure)) throw failure;
      if (attempt === MAX_RESTARTS)
        throw new SitegenError('esbuild keeps crashing.\nTry: free memory', {
          cause: failure,
        });
      if (restarts !== before) continue; // another run has started it again
      restarts += 1;
      await esbuild().stop();
    }
  }
}

function isServiceFailure(failure: unknown): boolean {
  const { errors, message } = failure as { errors?: Message[]; message: string };
  const texts = errors?.map(({ text }) => text) ?? [message];
  return texts.some((text) => /^The service (was stopped|is no longer running)/.test(text));
}
