import path from 'node:path';
import type { ImportedByPages } from '../bundle/bundle-pages.ts';
import { hashOf } from '../core/hash.ts';
import type { Config, Project, StylesBundle } from '../core/model.ts';
import { bundleStyles } from './bundle-styles.ts';
import { ISLAND_STYLES, compileOwnStyles, findClasses, type CompiledStyles } from './tailwind.ts';

export interface Stylesheet {
  readonly bundle: StylesBundle;
  /** Folders outside of `templates` in which classes are looked for, absolute. */
  readonly scanned: readonly string[];
  /** Whether Tailwind has run code, which may read anything. */
  readonly runsCode: boolean;
}

/** What a stylesheet is compiled from. */
interface StylesheetInput {
  /** Absolute. */
  readonly root: string;
  /** For compiled plugins, absolute. */
  readonly workFolder: string;
  readonly project: Project;
  readonly reading: Promise<Config>;
  readonly importing: Promise<ImportedByPages>;
  /** The stylesheet of the previous build, if its inputs are the same: its classes may differ. */
  readonly reusing: Promise<StylesBundle | undefined>;
}

/** Compiles `templates/site.css` and the stylesheets that modules import to one. */
export async function compileStylesheet(input: StylesheetInput): Promise<Stylesheet> {
  const { root, project, reading, importing, reusing } = input;
  const previous = await reusing;
  if (previous?.classes !== undefined) {
    const { sources, key } = previous.classes;
    const found = await findClasses(root, sources, importing);
    if (keyOf(found, await importing) === key) return { bundle: previous, scanned: [], runsCode: false };
  }
  const { styles, ownFiles } = project;
  const compiling = styles === undefined ? withoutOwnStyles(root) : compileOwnStyles(input, styles, importing);
  const [own, imported, config] = await Promise.all([compiling, importing, reading]);
  const { css, files, diagnostics, inputs, scanned, runsCode } = own;
  const isEmpty = styles === undefined && imported.styles.length === 0;
  if (css === undefined || isEmpty) return { bundle: { assets: [], diagnostics, inputs }, scanned, runsCode };
  const bundled = await bundleStyles(config, { css, files }, imported.styles, ownFiles);
  const bundle = {
    ...bundled,
    diagnostics: [...diagnostics, ...bundled.diagnostics],
    inputs: [...new Set([...inputs, ...bundled.inputs])],
  };
  if (own.classes === undefined || scanned.length > 0) return { bundle, scanned, runsCode };
  const { sources, found } = own.classes;
  return { bundle: { ...bundle, classes: { sources, key: keyOf(found, imported) } }, scanned, runsCode };
}

/** Covers what the inputs of a stylesheet do not. */
function keyOf(classes: readonly string[], { styles }: ImportedByPages): string {
  return hashOf(JSON.stringify([classes.toSorted(), styles]));
}

function withoutOwnStyles(root: string): CompiledStyles {
  const files = [path.join(root, 'templates/site.css')] as const;
  return { css: ISLAND_STYLES, diagnostics: [], files, inputs: [], scanned: [], runsCode: false };
}
