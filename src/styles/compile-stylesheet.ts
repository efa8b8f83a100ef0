import path from 'node:path';
import type { ImportedByPages } from '../bundle/bundle-pages.ts';
import type { BrowserBundle, Config, Project } from '../core/model.ts';
import { bundleStyles } from './bundle-styles.ts';
import { ISLAND_STYLES, compileStyles } from './tailwind.ts';

export interface Stylesheet {
  readonly bundle: BrowserBundle;
  /** What it was compiled from: see `modules/compilation-inputs.ts`. */
  readonly inputs: readonly string[];
  /** Folders outside of `templates` in which classes are looked for, absolute. */
  readonly scanned: readonly string[];
}

/**
 * Compiles `templates/site.css` and the stylesheets that modules import to one. Tailwind starts before the config is known, which
 * it does not need, and before pages are compiled, which it needs last.
 *
 * @param workFolder for compiled files, absolute
 */
export async function compileStylesheet(
  reading: Promise<Config>,
  importing: Promise<ImportedByPages>,
  { root, workFolder }: { readonly root: string; readonly workFolder: string },
  { styles, ownFiles }: Project,
): Promise<Stylesheet> {
  const compiling = styles === undefined ? withoutOwnStyles(root) : compileStyles(root, styles, workFolder, importing);
  const [{ css, files, diagnostics, inputs, scanned }, imported, config] = await Promise.all([
    compiling,
    importing,
    reading,
  ]);
  const isEmpty = styles === undefined && imported.styles.length === 0;
  if (css === undefined || isEmpty) return { bundle: { assets: [], diagnostics }, inputs, scanned };
  const bundled = await bundleStyles(config, { css, files }, imported.styles, ownFiles);
  return {
    bundle: { ...bundled, diagnostics: [...diagnostics, ...bundled.diagnostics] },
    inputs: [...new Set([...inputs, ...bundled.inputs])],
    scanned,
  };
}

function withoutOwnStyles(root: string): Awaited<ReturnType<typeof compileStyles>> {
  const files = [path.join(root, 'templates/site.css')] as const;
  return { css: ISLAND_STYLES, diagnostics: [], files, inputs: [], scanned: [] };
}
