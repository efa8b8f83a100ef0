/**
 * Variables in site code: environment variables, and the ones that Vite sets. Browsers get only environment variables that start
 * with `PUBLIC_`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { codeFrame } from '../../shared/code-frame.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import type { Config } from '../../shared/model.ts';
import { findUses, type Use } from '../lint/find-uses.ts';

const READ = /\b(?:process|import\.meta)\.env\.(PUBLIC_\w+)/g;

export function isPublic(variable: string | undefined): variable is string {
  return variable?.startsWith('PUBLIC_') === true;
}

/** Sorted by name. */
function publicVariables(): readonly (readonly [name: string, value: string])[] {
  return Object.entries(process.env)
    .flatMap(([name, value]) =>
      isPublic(name) && /^\w+$/.test(name) && value !== undefined ? [[name, value] as const] : [],
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

type FromConfig = Pick<Config, 'base' | 'mode'>;

/** Members of `import.meta.env` that do not come from the environment. */
function builtInVariables({ base, mode }: FromConfig, isServer: boolean) {
  return { BASE_URL: base, MODE: mode, DEV: mode === 'development', PROD: mode === 'production', SSR: isServer };
}

/** esbuild's name for the module that pages get `import.meta.env` from. Has a colon, because it is not a file. */
const ENVIRONMENT = 'sitegen:environment';

/** Stands for `import.meta.env` in compiled pages, also as a whole: `const { DEV, PUBLIC_A } = import.meta.env`. */
export const PAGE_ENVIRONMENT = 'IMPORT_META_ENV';

/** Defines `PAGE_ENVIRONMENT`. */
export function environmentOfPages(config: FromConfig): Plugin {
  const contents = `export const ${PAGE_ENVIRONMENT} = { ...process.env, ...${JSON.stringify(builtInVariables(config, true))} };`;
  return {
    name: 'environment-of-pages',
    setup: (build) => {
      build.initialOptions.inject = [...(build.initialOptions.inject ?? []), ENVIRONMENT];
      const filter = new RegExp(`^${ENVIRONMENT}$`);
      build.onResolve({ filter }, () => ({ path: ENVIRONMENT, namespace: 'environment', sideEffects: false }));
      build.onLoad({ filter, namespace: 'environment' }, () => ({ contents, loader: 'js' }));
    },
  };
}

/**
 * Replaces public variables in islands with their values.
 *
 * @param isEmpty true if other variables become `undefined`, which costs a few bytes. They are reported.
 */
export function inlinedVariables(config: FromConfig, isEmpty: boolean): NonNullable<BuildOptions['define']> {
  const owners = ['process.env', 'import.meta.env'];
  const builtIn = Object.entries(builtInVariables(config, false)).map(([name, value]) => {
    return [`import.meta.env.${name}`, JSON.stringify(value)] as const;
  });
  const values = publicVariables().flatMap(([name, value]) =>
    owners.map((owner) => [`${owner}.${name}`, JSON.stringify(value)] as const),
  );
  const empty = isEmpty ? owners.map((owner) => [owner, '{}'] as const) : [];
  return Object.fromEntries([...values, ...builtIn, ...empty]);
}

const BUILT_IN = /\bimport\.meta\.env\.(?:BASE_URL|MODE|DEV|PROD|SSR)\b/g;

/** A source without the variables that are inlined. */
export function withoutKnown(source: string): string {
  return source
    .replace(BUILT_IN, '')
    .replace(READ, (use, name: string) => (process.env[name] === undefined ? use : ''));
}

/**
 * Finds public variables that are used without being set, in code that is compiled for Node.
 *
 * @param files of the project, in the bundle, from the root
 */
export async function findMissingVariables(
  root: string,
  options: BuildOptions,
  files: readonly string[],
): Promise<Diagnostic[]> {
  // A second bundle is slow, so only if it can find something.
  return mayLackVariables(root, files) ? describeMissingVariables(root, await findUses(root, options, files)) : [];
}

/** True if a file may read a public variable that is not set. */
export function mayLackVariables(root: string, files: readonly string[]): boolean {
  return files.some((file) => withoutKnown(readFileSync(path.join(root, file), 'utf8')).match(READ) !== null);
}

/** If one use in a file expects the variable to be missing (`?? 'default'`), no use in that file is reported. */
export function describeMissingVariables(root: string, uses: readonly Use[]): Diagnostic[] {
  const missing = uses.filter(({ variable }) => isPublic(variable) && process.env[variable] === undefined);
  const keyOf = ({ variable, file }: Use) => `${variable} ${file}`;
  const expected = new Set(missing.filter(({ isOptional }) => isOptional).map(keyOf));
  return missing
    .filter((use) => !expected.has(keyOf(use)))
    .map(({ variable, file, line, column }) => {
      const frame = codeFrame(readFileSync(path.join(root, file), 'utf8'), line, column);
      const hint = `set it in the environment or in .env, or add a default: \`?? '…'\``;
      const place = { file, line, column };
      return error('variable-missing', `The variable ${variable} is used, but not set.`, { place, hint, frame });
    });
}
