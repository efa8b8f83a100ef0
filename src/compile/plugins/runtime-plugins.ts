/** esbuild plugins that decide which sitegen, which React and which JSX runtime site code is compiled against. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import type { Prefixes } from '../../react/base-path.ts';

/** `import … from 'sitegen'` resolves to the sitegen that is building the site, so that both share its modules. */
export function runningSitegen(entry: 'index.js' | 'config-entry.js'): Plugin {
  const index = new URL(entry, import.meta.url).href;
  return {
    name: 'running-sitegen',
    setup: (build) => build.onResolve({ filter: /^sitegen$/ }, () => ({ path: index, external: true })),
  };
}

/** Pages are compiled against a React that reports what does not work in static HTML: see `src/react`. */
export function pageReact(prefixes: Prefixes): Plugin {
  const fileOf = (name: string) => new URL(name, import.meta.url).href;
  const contents = `import { createJsx } from ${JSON.stringify(fileOf('jsx-runtime.js'))};
export const { Fragment, jsx, jsxs, jsx: jsxDEV } = createJsx(${JSON.stringify(prefixes)});`;
  return {
    name: 'page-react',
    setup: (build) => {
      build.onResolve({ filter: /^react$/ }, () => ({ path: fileOf('react.js'), external: true }));
      build.onResolve({ filter: /^react\/jsx-(dev-)?runtime$/ }, () => ({
        path: 'jsx-runtime',
        namespace: 'page-react',
      }));
      build.onResolve({ filter: /^/, namespace: 'page-react' }, ({ path: file }) => ({ path: file, external: true }));
      build.onLoad({ filter: /^/, namespace: 'page-react' }, () => ({ contents, loader: 'js' }));
    },
  };
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
