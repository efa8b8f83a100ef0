import path from 'node:path';
import type { ImportedByPages } from '../bundle-pages.ts';
import type { Config, Project, StylesBundle } from '../../shared/model.ts';
import { bundleStyles } from './bundle-styles.ts';
import { ISLAND_STYLES, compileOwnStyles, type CompiledStyles } from './tailwind.ts';

/** Input of a stylesheet's compilation. */
interface StylesheetInput {
  /** Absolute. */
  readonly root: string;
  /** For compiled plugins, absolute. */
  readonly workFolder: string;
  readonly project: Project;
  readonly reading: Promise<Config>;
  readonly importing: Promise<ImportedByPages>;
}

/** Compiles `templates/site.css` and the stylesheets that modules import to one. */
export async function compileStylesheet(input: StylesheetInput): Promise<StylesBundle> {
  const { root, project, reading, importing } = input;
  const { styles, ownFiles } = project;
  const compiling = styles === undefined ? withoutOwnStyles(root) : compileOwnStyles(input, styles, importing);
  const [own, imported, config] = await Promise.all([compiling, importing, reading]);
  const { css, files, diagnostics, inputs } = own;
  const isEmpty = styles === undefined && imported.styles.length === 0;
  if (css === undefined || isEmpty) return { assets: [], diagnostics, inputs };
  const bundled = await bundleStyles(config, { css, files }, imported.styles, ownFiles);
  return {
    ...bundled,
    diagnostics: [...diagnostics, ...bundled.diagnostics],
    inputs: [...inputs, ...bundled.inputs],
  };
}

function withoutOwnStyles(root: string): CompiledStyles {
  const files = [path.join(root, 'templates/site.css')] as const;
  return { css: ISLAND_STYLES, diagnostics: [], files, inputs: [] };
}
