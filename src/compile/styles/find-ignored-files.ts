/** Finds files from which other tools would make styles, and sitegen does not. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { warning, type Diagnostic } from '../../shared/diagnostics.ts';
import type { ImportedByPages } from '../bundle-pages.ts';
import { IS_SASS } from '../module-graph.ts';

const POSTCSS = [
  ...['js', 'cjs', 'mjs', 'ts', 'cts', 'mts', 'json'].map((ending) => `postcss.config.${ending}`),
  ...['', '.js', '.cjs', '.mjs', '.ts', '.json', '.yaml', '.yml'].map((ending) => `.postcssrc${ending}`),
];

const SITE = ['scss', 'sass', 'less', 'styl'].map((ending) => `templates/site.${ending}`);

export function findIgnoredFiles(root: string, { styles, code }: ImportedByPages): Diagnostic[] {
  const configs = POSTCSS.filter((name) => existsSync(path.join(root, name))).map((file) => {
    const message = `${file} has no effect: sitegen does not run PostCSS. Tailwind, nesting, prefixes and minification are built in.`;
    const hint = 'delete the file; if it has other plug-ins, run PostCSS before the build, and import the result';
    return warning('styles-ignored', message, { place: { file }, hint });
  });
  const isIgnored = (name: string) => {
    const file = path.join(root, name);
    return code.length > 0 && existsSync(file) && !styles.includes(file); // without code, pages did not compile
  };
  const stylesheets = SITE.filter(isIgnored).map((file) => {
    const message = `${file} has no effect: no page or shell imports it, and only templates/site.css is compiled without an import.`;
    const hint = IS_SASS.test(file)
      ? `write \`import './${path.basename(file)}';\` in templates/shell.tsx`
      : 'compile it to templates/site.css before the build';
    return warning('styles-ignored', message, { place: { file }, hint });
  });
  return [...configs, ...stylesheets];
}
