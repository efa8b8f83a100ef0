/** `import styles from './menu.module.css'`: names that are the same in every bundle, and in the stylesheet. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import vm from 'node:vm';
import type { OnLoadResult, Plugin } from 'esbuild';
import { toPosix } from '../../shared/paths.ts';
import { toMessage } from '../esbuild-message.ts';
import { runEsbuild } from '../esbuild.ts';
import { createOwnResolver } from '../own-resolver.ts';
import { toUrls } from '../styles/css-addresses.ts';
import { CSS_MODULE, IS_CSS_MODULE, IS_SASS, fileOfInput } from '../module-graph.ts';
import { createSass, findMissingSass, type Sass } from './sass.ts';

/**
 * Scopes the names in CSS modules. esbuild derives them from the name of the file, so it sees each file under a name that
 * contains a hash of the path: `.root` in `menu.module.css` becomes `.menu_1f2e3d4c_root`.
 */
export function scopedNames(root: string, sass: Sass): Plugin {
  return {
    name: 'scoped-names',
    setup: (build) => {
      const own = createOwnResolver(build);
      build.onResolve({ filter: IS_CSS_MODULE }, async (args) => {
        const { path: specifier, kind, resolveDir, importer } = args;
        if (own.isAsking(args)) return undefined;
        const found = await own.resolve(specifier, { kind, resolveDir, importer });
        if (found.errors.length > 0 || found.external) return found;
        return { path: `${found.path}/${scopeOf(root, found.path)}`, namespace: CSS_MODULE };
      });
      build.onLoad({ filter: /^/, namespace: CSS_MODULE }, async ({ path: virtual }) => {
        const file = path.dirname(virtual);
        if (IS_SASS.test(file)) return sass.load(file, 'local-css');
        return { contents: toUrls(await readFile(file, 'utf8')), loader: 'local-css', resolveDir: path.dirname(file) };
      });
    },
  };
}

function scopeOf(root: string, file: string): string {
  const name = path
    .basename(file)
    .replace(IS_CSS_MODULE, '')
    .replace(/[^a-z0-9]+/gi, '_');
  const hash = createHash('sha256')
    .update(toPosix(path.relative(root, file)))
    .digest('hex')
    .slice(0, 8);
  return `${/^[a-z]/i.test(name) ? '' : 'm'}${name}_${hash}`;
}

/** In modules, importing a CSS module gives its names; any other stylesheet gives an empty object. */
export function importedStyles(root: string): Plugin {
  return {
    name: 'imported-styles',
    setup: (build) => {
      build.onLoad({ filter: IS_CSS_MODULE }, ({ path: file }) => loadNames(root, file));
      build.onLoad({ filter: /\.css$/i }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
      build.onLoad({ filter: IS_SASS }, () => {
        const missing = findMissingSass();
        return missing === undefined
          ? { contents: 'module.exports = {};', loader: 'js' }
          : { errors: [toMessage(missing)] };
      });
      build.onLoad({ filter: /\.(?:less|styl)$/i }, ({ path: file }) => {
        const hint = 'compile it to CSS before the build, and import the result, or write it as Sass';
        return {
          errors: [{ text: `sitegen does not compile "${path.extname(file)}" files`, notes: [{ text: hint }] }],
        };
      });
    },
  };
}

async function loadNames(root: string, file: string): Promise<OnLoadResult> {
  const sass = createSass(root);
  const { files, metafile, diagnostics } = await runEsbuild(root, {
    stdin: { contents: `export { default } from ${JSON.stringify(file)};`, resolveDir: root },
    format: 'iife',
    globalName: 'names',
    outdir: root,
    plugins: [ignoredUrls(), sass.plugin, scopedNames(root, sass)],
  });
  const code = files.find(({ path: output }) => output.endsWith('.js'))?.text;
  if (code === undefined || metafile === undefined) return { errors: diagnostics.map(toMessage) };
  const names = vm.runInThisContext(`(() => { ${code}\nreturn names.default; })()`) as Readonly<Record<string, string>>;
  const composed = Object.keys(metafile.inputs)
    .map(fileOfInput)
    .filter((one) => path.isAbsolute(one) && one !== file);
  return { contents: writeModule(names, composed), loader: 'js' };
}

function ignoredUrls(): Plugin {
  return {
    name: 'ignored-urls',
    setup: (build) =>
      build.onResolve({ filter: /^/ }, ({ path: address, kind }) =>
        kind === 'url-token' ? { path: address, external: true } : undefined,
      ),
  };
}

/** @param composed the modules that `composes: … from` names, which the names depend on */
function writeModule(names: Readonly<Record<string, string>>, composed: readonly string[]): string {
  const entries = Object.entries(names).map(([name, value], index) => {
    return { variable: `c${index}`, name: JSON.stringify(name), value: JSON.stringify(value) };
  });
  return [
    ...composed.map((file) => `import ${JSON.stringify(file)};`),
    ...entries.map(({ variable, value }) => `const ${variable} = ${value};`),
    `export default { ${entries.map(({ name, variable }) => `${name}: ${variable}`).join(', ')} };`,
    ...entries.flatMap(({ name, variable }) => (name === '"default"' ? [] : `export { ${variable} as ${name} };`)),
  ].join('\n');
}
