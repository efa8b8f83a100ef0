/** esbuild plugins that decide which sitegen, which React and which JSX runtime site code is compiled against. */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { loadPackage } from '../../shared/load-package.ts';
import { toPosix } from '../../shared/paths.ts';
import { packageOfFile } from '../module-graph.ts';
import type { Prefixes } from '../../shared/address.ts';

/** The modules that site code imports by the names of the package. */
const OWN: Readonly<Record<string, string>> = { sitegen: 'index.js', 'sitegen/content': 'content.js' };

const urlOf = (file: string): string => new URL(file, import.meta.url).href;

/** `import … from 'sitegen'` resolves to the sitegen that is building the site, so that both share its modules. */
export function runningSitegen(entry: 'index.js' | 'config-entry.js'): Plugin {
  const files: Readonly<Record<string, string>> = { ...OWN, sitegen: entry };
  return {
    name: 'running-sitegen',
    setup: (build) =>
      build.onResolve({ filter: /^sitegen(?:\/content)?$/ }, ({ path: specifier }) => {
        return { path: urlOf(files[specifier] ?? entry), external: true };
      }),
  };
}

/** The namespace of `pageReact`. */
export const PAGE_REACT = 'page-react';

/** Pages are compiled against a React that reports what does not work in static HTML: see `src/react`. */
export function pageReact(prefixes: Prefixes): Plugin {
  const fileOf = (name: string) => JSON.stringify(urlOf(name));
  const contents: Readonly<Record<string, () => string>> = {
    // All names that the site's React exports: Node would search its whole code for them, in each thread.
    react: () => `import React from ${fileOf('react.js')};
export default React;
export const { ${Object.keys(loadPackage('react') as object).join(', ')} } = React;`,
    'jsx-runtime': () => `import { createJsx } from ${fileOf('jsx-runtime.js')};
export const { Fragment, jsx, jsxs, jsx: jsxDEV } = createJsx(${JSON.stringify(prefixes)});`,
  };
  return {
    name: 'page-react',
    setup: (build) => {
      build.onResolve({ filter: /^react$/ }, () => ({ path: 'react', namespace: PAGE_REACT }));
      build.onResolve({ filter: /^react\/jsx-(dev-)?runtime$/ }, () => ({
        path: 'jsx-runtime',
        namespace: PAGE_REACT,
      }));
      build.onResolve({ filter: /^/, namespace: PAGE_REACT }, ({ path: file }) => ({ path: file, external: true }));
      build.onLoad({ filter: /^/, namespace: PAGE_REACT }, ({ path: name }) => ({
        contents: contents[name]?.() ?? '',
        loader: 'js',
      }));
    },
  };
}

/** The namespace of `knownExports`. */
export const KNOWN_EXPORTS = 'known-exports';

/**
 * Site code imports modules that are the same for every site through a list of their exports, so that esbuild reports a misspelt
 * one with its line. Node would name only the compiled file.
 */
export function knownExports(): Plugin {
  const builtins = builtinModules.filter((name) => !/^_|^(?:sys|punycode)$/.test(name)).join('|');
  return {
    name: 'known-exports',
    setup: (build) => {
      build.onResolve(
        { filter: new RegExp(`^(?:sitegen(?:/content)?|(?:node:)?(?:${builtins}))$`), namespace: 'file' },
        (args) => {
          const { path: specifier, kind, importer } = args;
          if (kind !== 'import-statement' || packageOfFile(toPosix(importer)) !== undefined) return undefined;
          return { path: specifier, namespace: KNOWN_EXPORTS, sideEffects: false };
        },
      );
      build.onLoad({ filter: /^/, namespace: KNOWN_EXPORTS }, async ({ path: specifier }) => {
        const names = await namesOf(specifier);
        return { contents: `export { ${names.join(', ')} } from ${JSON.stringify(specifier)};` };
      });
      build.onResolve({ filter: /^/, namespace: KNOWN_EXPORTS }, ({ path: specifier }) => {
        const source = OWN[specifier];
        return { path: source === undefined ? specifier : urlOf(source), external: true };
      });
    },
  };
}

async function namesOf(specifier: string): Promise<string[]> {
  const own = OWN[specifier];
  if (own === undefined)
    return Object.keys((await import(specifier)) as object).filter((name) => /^[\w$]+$/.test(name));
  // Reads the names from compiled text: loading the file, with React's renderer, takes as long as a small build.
  const text = readFileSync(new URL(own, import.meta.url), 'utf8');
  const [, list = ''] = /\bexport\s*\{([^}]*)\};?\s*$/.exec(text) ?? [];
  return list.split(',').map((item) => item.trim().replace(/^.* as /, ''));
}

/** A project's tsconfig may select React's development JSX (`react-jsxdev`), which React's production build lacks. */
export function productionJsx(): Plugin {
  const contents = `export { Fragment, jsx as jsxDEV } from 'react/jsx-runtime';`;
  return {
    name: 'production-jsx',
    setup: (build) => {
      build.onResolve({ filter: /^react\/jsx-dev-runtime$/ }, ({ resolveDir }) => {
        return { path: 'jsx-dev-runtime', namespace: 'production-jsx', pluginData: resolveDir };
      });
      build.onLoad({ filter: /^/, namespace: 'production-jsx' }, ({ pluginData }) => {
        return { contents, loader: 'js', resolveDir: pluginData as string };
      });
    },
  };
}

/** On a site with a `base` or an `assetPrefix`, the JSX runtime of islands adds these to addresses. */
export function islandAddresses(prefixes: Prefixes): Plugin {
  const file = fileURLToPath(new URL('browser-jsx-runtime.js', import.meta.url));
  return {
    name: 'island-addresses',
    setup: (build) => {
      if (prefixes.base === '/' && prefixes.assets === '/') return;
      build.initialOptions.define = { ...build.initialOptions.define, SITEGEN_PREFIXES: JSON.stringify(prefixes) };
      build.onResolve({ filter: /^react\/jsx-runtime$/ }, ({ importer }) =>
        importer === file ? undefined : { path: file },
      );
    },
  };
}
