/** `styles.crad`, where `card.module.css` has no such class: React omits `className={undefined}` silently. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { warning, type Diagnostic } from '../../shared/diagnostics.ts';
import { importedStyles, type NamesOfStyles } from '../plugins/css-modules.ts';
import type { StylesConfig } from '../styles/compile-sass.ts';
import { runEsbuild } from '../esbuild.ts';
import { IS_CSS_MODULE, loaderOf } from '../module-graph.ts';

/** `import styles from './card.module.css'`, `import styles, { card } from …` */
const DEFAULT_IMPORT =
  /\bimport\s+([\w$]+)\s*(?:,\s*(\{[^}]*\})\s*)?from\s*((['"])[^'"\n]+\.module\.(?:css|s[ac]ss)\4)/gi;

/** esbuild's message for a member of `import * as styles`. */
const UNDEFINED = /^Import "(.+)" will always be undefined because there is no matching export in "(?:.*\/)?(.+)"/;

/**
 * Finds members of CSS modules that do not exist.
 *
 * @param files of the project in the bundle, from the root
 * @param names of the CSS modules in the bundle
 */
export async function findMissingClasses(
  config: StylesConfig,
  { inputs }: Metafile,
  files: readonly string[],
  names: NamesOfStyles,
): Promise<Diagnostic[]> {
  const { root } = config;
  const suspects = files.filter((file) => {
    const known = inputs[file]?.imports.flatMap(({ path: style }) => names.get(path.resolve(root, style)) ?? []) ?? [];
    return known.length > 0 && mentionsOther(readFileSync(path.join(root, file), 'utf8'), new Set(known));
  });
  // A second bundle is slow, so only if it can find something: the text alone may be a comment, or another variable.
  if (suspects.length === 0) return [];
  const { diagnostics } = await runEsbuild(root, {
    entryPoints: suspects.map((file) => path.join(root, file)),
    format: 'esm',
    outdir: root,
    plugins: [nothingButStyles(), asNamespaces(), importedStyles(config).plugin],
  });
  return diagnostics.flatMap(describeMissingClass);
}

function mentionsOther(text: string, known: ReadonlySet<string>): boolean {
  const variables = [...text.matchAll(DEFAULT_IMPORT)].map(([, variable = '']) => variable.replaceAll('$', '\\$'));
  const member = new RegExp(`(?<![\\w$.])(?:${variables.join('|')})(?:\\??\\.(\\w+)|(?:\\?\\.)?\\[['"]([^'"]+))`, 'g');
  const mentioned = variables.length === 0 ? [] : text.matchAll(member);
  return [...mentioned].some(([, name = '', quoted = name]) => !known.has(quoted) && !isOfObjects(quoted));
}

function nothingButStyles(): Plugin {
  return {
    name: 'nothing-but-styles',
    setup: (build) =>
      build.onResolve({ filter: /^/ }, ({ path: file, kind }) =>
        kind === 'entry-point' || IS_CSS_MODULE.test(file) ? undefined : { path: file, external: true },
      ),
  };
}

/** esbuild checks the members of namespaces, but not those of a default export. */
function asNamespaces(): Plugin {
  return {
    name: 'as-namespaces',
    setup: (build) =>
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path: file }) => {
        const contents = (await readFile(file, 'utf8')).replace(
          DEFAULT_IMPORT,
          (_, variable: string, named: string | undefined, specifier: string) =>
            `import * as ${variable} from ${specifier}` +
            (named === undefined ? '' : `; import ${named} from ${specifier}`),
        );
        return { contents, loader: loaderOf(file) };
      }),
  };
}

function describeMissingClass({ message, place, frame }: Diagnostic): Diagnostic[] {
  const [, name, file] = UNDEFINED.exec(message) ?? [];
  if (name === undefined || isOfObjects(name)) return [];
  return [
    warning('class-missing', `${file} has no class "${name}", so that it is undefined here.`, {
      place,
      frame,
      hint: 'correct the name, or add the class to the stylesheet',
    }),
  ];
}

/** `styles.hasOwnProperty` */
function isOfObjects(name: string): boolean {
  return name in Object.prototype;
}
