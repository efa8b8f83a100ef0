import path from 'node:path';
import type { Plugin } from 'esbuild';
import { scopedNames } from '../plugins/css-modules.ts';
import { forBrowser, runEsbuild, toAsset } from '../esbuild.ts';
import { filesOf, packageOfFile } from '../module-graph.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import type { BrowserBundle, Config } from '../../shared/model.ts';
import { toPosix } from '../../shared/paths.ts';
import { placeInStyles } from './place-in-styles.ts';
import { publicAddresses, referencedFiles } from './referenced-files.ts';
import { findDirectives } from './find-directives.ts';

/** The site's own stylesheet, compiled by Tailwind. */
export interface OwnStyles {
  readonly css: string;
  /** The stylesheet and those that it imports, absolute. */
  readonly files: readonly [string, ...string[]];
}

interface BundledStyles extends BrowserBundle {
  /** The imported stylesheets, and all referenced files, absolute. */
  readonly inputs: readonly string[];
}

/** esbuild's name for Tailwind's output. Has a colon, because it is not a file. */
const OWN = 'sitegen:site.css';

/** esbuild's name for the stylesheet that imports all others. */
const ENTRY = 'sitegen:stylesheets.css';

/**
 * Minifies the site's own stylesheet and those that modules import, as one, and publishes the files that they refer to by
 * relative addresses.
 *
 * @param imported in order, absolute
 */
export async function bundleStyles(
  config: Config,
  own: OwnStyles,
  imported: readonly string[],
  publicFiles: readonly string[],
): Promise<BundledStyles> {
  const { root } = config;
  const referenced = referencedFiles(config.assetPrefix);
  const entries = [OWN, ...imported.map(toPosix)];
  const { files, metafile, diagnostics } = await runEsbuild(root, {
    ...forBrowser(config.out, 'site'),
    minify: false, // that would replace the names of `scopedNames`
    minifySyntax: true,
    minifyWhitespace: true,
    conditions: ['style'],
    stdin: {
      contents: entries.map((entry) => `@import ${JSON.stringify(entry)};`).join('\n'),
      resolveDir: root,
      sourcefile: ENTRY,
      loader: 'css',
    },
    plugins: [ownStyles(own), publicAddresses(config.base, publicFiles), referenced.plugin, scopedNames(root)],
  });
  const assets = [...files.map((file) => toAsset(config.out, file)), ...referenced.assets];
  const entry = assets.find(({ output }) => output.endsWith('.css'));
  const loaded = metafile === undefined ? imported : filesOf(root, metafile);
  const directives = findDirectives(root, loaded);
  return {
    assets,
    ...(entry && { href: `/${entry.output}` }),
    inputs: [...loaded, ...referenced.sources],
    // Skip esbuild's problems in files whose directives have been reported.
    diagnostics: [
      ...directives,
      ...diagnostics
        .filter(({ place }) => !directives.some((one) => one.place?.file === place?.file))
        .flatMap((diagnostic) => describeProblem(root, own, diagnostic)),
    ],
  };
}

function ownStyles({ css, files: [file] }: OwnStyles): Plugin {
  return {
    name: 'own-styles',
    setup: (build) => {
      const [namespace, name] = OWN.split(':') as [string, string];
      build.onResolve({ filter: new RegExp(`^${OWN}$`) }, () => ({ path: name, namespace }));
      build.onLoad({ filter: /^/, namespace }, () => {
        return { contents: css, loader: 'css', resolveDir: path.dirname(file) };
      });
    },
  };
}

function describeProblem(root: string, own: OwnStyles, diagnostic: Diagnostic): Diagnostic[] {
  const { frame: _, ...rest } = diagnostic;
  const { message, place, severity } = diagnostic;
  // esbuild sees the output of Tailwind, whose lines differ from those of the source.
  if (place === undefined || place.file === OWN) return [{ ...rest, ...placeInStyles(root, own.files, message) }];
  if (severity === 'error') return [diagnostic];
  if (packageOfFile(place.file) !== undefined) return []; // hacks for old browsers
  // Browsers drop rules that they cannot parse, and often the rest of the file.
  const isSyntax = /^(?:Expected|Unexpected|Unterminated)\b/.test(message);
  return [isSyntax ? error('styles-failed', `The stylesheet does not parse: ${message}`, diagnostic) : diagnostic];
}
