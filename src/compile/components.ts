/** Runs esbuild over components: pages, islands and their workers. */
import { readFileSync } from 'node:fs';
import type { BuildOptions, BuildResult, Metafile, Plugin } from 'esbuild';
import { buildIncrementally, buildOnce, resultOf, withDefaults, type EsbuildResult } from './esbuild.ts';
import type { Config } from '../shared/model.ts';
import { outsidePackages, packageFilesIn, type SourceCode, packageName, packageOfFile } from './module-graph.ts';
import { typedImports } from './plugins/asset-plugins.ts';
import {
  NO_IMPORTS,
  commonjsDefaults,
  findCompiledImports,
  type CompiledImports,
} from './plugins/commonjs-defaults.ts';
import { GLOBS } from './plugins/glob-imports.ts';
import { mentionsAny } from './plugins/print-module.ts';
import { LOCATIONS, mentionsLocation, sourceLocations, type RewriteUrls } from './plugins/source-locations.ts';
import path from 'node:path';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { toPosix } from '../shared/paths.ts';

/** What a run has to know before it starts, and only a run can find out. The first guess is nearly always right. */
export interface Needs {
  /**
   * True if a `tsconfig.json` selects another JSX runtime (`"jsx": "react"`), which takes precedence over esbuild's own options,
   * but not over comments in the files.
   */
  readonly hasForeignJsx: boolean;
  /** True if packages read their location (`import.meta.url`), so that each of their files has to be read. */
  readonly isAskedByPackages: boolean;
  /** The imports of packages that were compiled to CommonJS. `undefined` looks at each when it is imported. */
  readonly compiled: CompiledImports | undefined;
}

export const FIRST_GUESS: Needs = { hasForeignJsx: false, isAskedByPackages: false, compiled: undefined };

/** A run over components, with plugins that collect what they find. */
export interface Prepared {
  readonly options: BuildOptions;
  /** The code that is compiled. */
  readonly sources: SourceCode;
  /** For code that reads its location. */
  readonly rewrite: RewriteUrls;
}

/** Runs esbuild for the first time, or once more. */
export interface Runner {
  readonly build: (options: BuildOptions) => Promise<BuildResult>;
  /** @returns what `prepare` has returned for the last run, if that had the same key */
  readonly keep: <Result>(key: string, prepare: () => Result) => Result;
}

const ONCE: Runner = { build: buildOnce, keep: (_, prepare) => prepare() };

export interface RepeatedRunner extends Runner {
  readonly close: () => Promise<void>;
}

/** For `serve`: runs with the same key parse only what has changed. */
export function createRunner(): RepeatedRunner {
  const { build, close } = buildIncrementally();
  let kept: { readonly key: string; readonly value: unknown } | undefined;
  return {
    build,
    keep: <Result>(key: string, prepare: () => Result): Result => {
      if (kept?.key !== key) kept = { key, value: prepare() };
      return kept.value as Result;
    },
    close,
  };
}

/** Part of a key: the compiled config has another name each time. */
export function withoutModule(config: Config): Partial<Config> {
  return { ...config, module: undefined };
}

interface CompileComponents<P extends Prepared> {
  readonly root: string;
  readonly prepare: () => P;
  /** What to start with: what the last run needed. */
  readonly needs?: Needs;
  /** Default: runs esbuild once. */
  readonly runner?: Runner | undefined;
  /** Everything that `prepare` depends on. Needed only for a runner that repeats runs. */
  readonly key?: unknown;
}

export interface ComponentsResult<P extends Prepared> extends EsbuildResult {
  readonly prepared: P;
  /** The options of the last run. */
  readonly options: BuildOptions;
  readonly needs: Needs;
}

/** Runs esbuild until a run knew from its start what it needed. */
export async function compileComponents<P extends Prepared>(input: CompileComponents<P>): Promise<ComponentsResult<P>> {
  const { root, prepare, needs = FIRST_GUESS, runner = ONCE, key } = input;
  const { prepared, options } = runner.keep(JSON.stringify([key, keyOf(needs)]), () => {
    const made = prepare();
    return { prepared: made, options: withDefaults(root, withNeeds(root, made, needs)) };
  });
  const result = await resultOf(root, runner.build(options));
  const found = await findNeeds(root, result, options, needs);
  if (keyOf(found) !== keyOf(needs)) return compileComponents({ ...input, needs: found });
  const isDone = result.metafile !== undefined;
  const diagnostics = isDone ? result.diagnostics : await addImporters(root, options, result.diagnostics);
  return { ...result, diagnostics, prepared, options, needs };
}

function keyOf({ compiled, ...others }: Needs): string {
  const imports = compiled && [compiled.specifiers.toSorted(), [...compiled.files].toSorted()];
  return JSON.stringify({ ...others, imports });
}

function withNeeds(root: string, { options, sources, rewrite }: Prepared, needs: Needs): BuildOptions {
  const { hasForeignJsx, isAskedByPackages, compiled } = needs;
  const filter = isAskedByPackages ? sources.filter : outsidePackages(sources.filter);
  return {
    ...options,
    // Before the plugins of `options`: those load MDX, which needs none of these.
    plugins: [
      typedImports(root),
      commonjsDefaults(root, compiled),
      sourceLocations({ ...sources, filter }, rewrite),
      ...(options.plugins ?? []),
    ],
    ...(hasForeignJsx && { jsxImportSource: 'react' }), // see `jsxComments`
    define: { ...options.define, ...GLOBS, ...(options.platform === 'node' && LOCATIONS) },
  };
}

/** @returns the same needs if the run knew all */
async function findNeeds(root: string, result: EsbuildResult, options: BuildOptions, needs: Needs): Promise<Needs> {
  const { metafile, diagnostics } = result;
  if (metafile === undefined) {
    // The next run may find more mistakes.
    if (!needs.hasForeignJsx && hasForeignRuntime(result)) return { ...needs, hasForeignJsx: true };
    const isGuessed = diagnostics.some(({ message }) => message.startsWith('No matching export'));
    return needs.compiled === undefined && isGuessed ? { ...needs, compiled: NO_IMPORTS } : needs;
  }
  const hasOwnRuntime = Object.keys(metafile.inputs).some((file) => /jsx-(dev-)?runtime/.test(file));
  const { compiled, isRight } = findCompiledImports(root, metafile);
  return {
    hasForeignJsx: needs.hasForeignJsx || !hasOwnRuntime,
    isAskedByPackages: needs.isAskedByPackages || (await arePackagesAsking(root, result, metafile, options)),
    compiled: isRight ? needs.compiled : compiled,
  };
}

/** An error about `preact/jsx-runtime`, which no site file imports itself. */
function hasForeignRuntime({ diagnostics }: EsbuildResult): boolean {
  return diagnostics.some(({ message }) => message.includes('jsx-runtime"') || message.includes('jsx-dev-runtime"'));
}

/** What compiled code contains if it reads its location, or imports files that are next to it. */
const LOCATION = new RegExp(
  String.raw`\bimport\.meta\.(?:url|dirname|filename|resolve|glob)\b|\b(?:${Object.values({ ...LOCATIONS, ...GLOBS }).join('|')})\b`,
);

/** True if code of packages in the bundle asks. That of the site always gets an answer. */
async function arePackagesAsking(
  root: string,
  { files }: EsbuildResult,
  metafile: Metafile,
  { format }: BuildOptions,
): Promise<boolean> {
  const mayAsk = (text: string) => format === 'iife' || LOCATION.test(text); // see `compileScript`
  const asking = await Promise.all(
    packageFilesIn(root, metafile, files, mayAsk).map(async (file) => {
      const text = readFileSync(file, 'utf8');
      return mentionsLocation(text) && mentionsAny(file, text, Object.keys({ ...LOCATIONS, ...GLOBS }));
    }),
  );
  return asking.includes(true);
}

interface Import {
  /** Absolute. */
  readonly importer: string;
  readonly specifier: string;
}

/**
 * An error in a package says nothing about the site. This finds the imports that lead there.
 *
 * @param options of a run that failed. It is repeated, because asking about each import is slow
 * @returns the diagnostics, those in packages with the line of the site that leads there
 */
async function addImporters(
  root: string,
  options: BuildOptions,
  diagnostics: readonly Diagnostic[],
): Promise<Diagnostic[]> {
  const isInPackage = ({ place }: Diagnostic) => place !== undefined && packageOfFile(place.file) !== undefined;
  if (!diagnostics.some(isInPackage)) return [...diagnostics];
  const imports: Import[] = [];
  const plugins = [recordedImports(imports), ...(options.plugins ?? [])];
  await buildOnce({ ...options, plugins }).catch(() => {}); // the same errors
  return diagnostics.map((one) => {
    const found = isInPackage(one) ? findImport(imports, packageOfFile(one.place?.file ?? '')) : undefined;
    return found === undefined ? one : { ...one, calls: [describeImport(root, found)] };
  });
}

function recordedImports(imports: Import[]): Plugin {
  return {
    name: 'recorded-imports',
    setup: (build) => {
      build.onResolve({ filter: /^[@\w]/, namespace: 'file' }, ({ importer, path: specifier }) => {
        imports.push({ importer: toPosix(importer), specifier });
        return undefined;
      });
    },
  };
}

/** @returns the import of the site that leads to a package on the shortest way */
function findImport(imports: readonly Import[], name: string | undefined): Import | undefined {
  const visited = new Set([name]);
  for (const wanted of visited) {
    const leading = imports.filter(({ specifier }) => packageName(specifier) === wanted);
    const found = leading.find(({ importer }) => packageOfFile(importer) === undefined);
    if (found !== undefined) return found;
    for (const { importer } of leading) visited.add(packageOfFile(importer)); // and goes on with it
  }
  return undefined;
}

/** As a call: `words (templates/lib.ts:3:22)` */
function describeImport(root: string, { importer, specifier }: Import): string {
  const lines = readFileSync(importer, 'utf8').split('\n');
  const columns = lines.map((text) => Math.max(text.indexOf(`'${specifier}'`), text.indexOf(`"${specifier}"`)));
  const line = columns.findIndex((column) => column >= 0);
  return `${specifier} (${toPosix(path.relative(root, importer))}:${line + 1}:${(columns[line] ?? 0) + 1})`;
}
