/**
 * Compiles src/ to dist/: node src/compile.mjs [--js]
 *
 *   --js  leaves out the type declarations
 *
 * Safe while other processes use dist/: leaves unchanged files alone, replaces each changed file atomically, and compiles nothing
 * if nothing has changed since the last time.
 *
 * Packages that every build needs at startup are bundled, because loading one file is several times faster than loading
 * thirty. Their licences are included. Packages shared with the site (React), with binaries of their own (esbuild,
 * Tailwind), or needed only by `serve` stay dependencies.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, transform } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');

/** The types of files that sites import: see `declareAssets`. */
const ASSETS = 'assets.d.ts';

/** Hash of everything that dist/ is compiled from, bundled packages included. Written last, and not published. */
const STAMP = '.compiled-from';

/** Files that sites import, besides images. Those with other endings have types with a query. */
const ASSET_ENDINGS =
  '3gp aac avifs bin csv cur eot epub exr flac fbx glb gltf hdr heic heif ico ics jp2 jxl ktx2 lottie m4a m4v mkv mov mp3 mp4 obj ' +
  'oga ogg ogv opus otf pdf ply srt stl tif tiff tsv ttc ttf txt usdz vtt wasm wav webm webmanifest woff woff2 xml zip';

/** Cameras, scanners and Windows programs write them so. TypeScript compares letters. */
const ENDINGS_IN_CAPITALS = 'GIF HEIC JPEG JPG MOV MP4 PDF PNG SVG';

/** htmlparser2 also exports an unused DOM of 100 kB, which esbuild does not leave out. */
const onlyParser = {
  name: 'only-parser',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]htmlparser2[\\/]dist[\\/]esm[\\/]index\.js$/ }, ({ path: file }) => ({
      contents: "export { Parser } from './Parser.js';",
      resolveDir: path.dirname(file),
    }));
  },
};

/** For `import`, Node first searches React for names that it might export: 40 ms of processor time in each thread. */
const reactByRequire = {
  name: 'react-by-require',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react(\/jsx-runtime)?$/ }, ({ path: name, kind }) =>
      kind === 'import-statement' ? { path: name, namespace: 'by-require' } : undefined,
    );
    onLoad({ filter: /^/, namespace: 'by-require' }, ({ path: name }) => ({
      contents: `module.exports = require(${JSON.stringify(name)});`,
    }));
  },
};

/** Shortens the names in bundled packages, a tenth of all code. Those of our own code stay: stacks are read. */
const minifiedPackages = {
  name: 'minified-packages',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path: file }) => {
      const { code } = await transform(readFileSync(file, 'utf8'), { minify: true, sourcefile: file });
      return { contents: code };
    });
  },
};

/** The options of each bundle, besides the shared ones. */
const BUNDLES = [
  {
    entryPoints: [
      { in: 'src/cli/main.ts', out: 'cli' },
      'src/index.ts',
      'src/config-entry.ts',
      'src/testing.ts',
      'src/content.ts',
      'src/mdx.ts',
      'src/render/worker/page-worker.ts',
      'src/react/jsx-runtime.ts',
      'src/react/react.ts',
    ],
    platform: 'node',
    target: 'node20.19',
    plugins: [onlyParser, minifiedPackages, reactByRequire],
    splitting: true,
    // Indentation was a fifth of the package. Names stay, and lines, so that a stack says where.
    minifyWhitespace: true,
    lineLimit: 120,
    // Commander is CommonJS, and needs a `require` to load Node's built-in modules from an ES module.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  },
  {
    entryPoints: [
      'src/browser.ts',
      'src/islands/client/fetch-islands.ts',
      'src/react/browser-jsx-runtime.ts',
      'src/islands/client/preact-jsx-runtime.ts',
      'src/serve/client/start-islands.ts',
      'src/serve/client/tracked-roots.ts',
    ],
    platform: 'neutral',
    target: 'es2022',
  },
  // Sent to the browser with each page of `sitegen serve`.
  {
    entryPoints: ['src/serve/client/reload-client.ts'],
    platform: 'neutral',
    target: 'es2022',
    minify: true,
  },
];

const onlyJs = process.argv.includes('--js');
mkdirSync(dist, { recursive: true });
const stamp = hashInputs();
if (readIfExists(path.join(dist, STAMP)) !== stamp) {
  rmSync(path.join(dist, STAMP), { force: true });
  const files = new Map([...(await compileJs()), ...filesOfInit(), ...(onlyJs ? [] : await compileTypes())]);
  // Entry points come last, after the chunks that they import.
  const isEntry = (name) => !/(^chunk-|-[A-Z0-9]{8}\.js$)/.test(name);
  const names = [...files.keys()].toSorted((a, b) => Number(isEntry(a)) - Number(isEntry(b)));
  for (const name of names) replaceFile(path.join(dist, name), files.get(name));
  const isOutdated = (name) =>
    !files.has(name) && (onlyJs ? /^files[\\/]|\.js$/ : /^files[\\/]|\.(js|d\.ts)$/).test(name);
  for (const name of filesIn(dist).filter(isOutdated)) rmSync(path.join(dist, name), { force: true });
  if (!onlyJs) writeFileSync(path.join(dist, STAMP), stamp);
}

/** @returns contents by name */
async function compileJs() {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const options = {
    absWorkingDir: root,
    outdir: 'dist',
    entryNames: '[name]',
    bundle: true,
    write: false,
    format: 'esm',
    external: Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) => [name, `${name}/*`]),
    metafile: true,
    logLevel: 'warning',
  };
  const bundles = await Promise.all(BUNDLES.map((bundle) => build({ ...options, ...bundle })));
  const outputs = bundles.flatMap(({ outputFiles }) => outputFiles);
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  return new Map([
    ...outputs.map((file) => [path.relative(dist, file.path), Buffer.from(file.contents)]),
    ['LICENSES.txt', Buffer.from(licencesOf(inputs))],
  ]);
}

/** @param {readonly string[]} inputs files of bundles, from the root */
function licencesOf(inputs) {
  const bundled = inputs.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  const licences = [...new Set(bundled)].toSorted().map((name) => {
    const folder = path.join(root, 'node_modules', name);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    return `${name}\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
  });
  return licences.join(`\n${'-'.repeat(80)}\n\n`);
}

/** The declarations that the public ones refer to. @returns contents by name */
async function compileTypes() {
  const assets = await declareAssets();
  replaceFile(path.join(dist, ASSETS), assets); // src/index.ts refers to it
  // Next to dist/: the declarations refer to files beside it by a relative path.
  const folder = mkdtempSync(path.join(root, 'dist-'));
  try {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', 'src', '--outDir', folder], { cwd: root, stdio: 'inherit' });
    const reached = new Set(['index.d.ts', 'testing.d.ts', 'content.d.ts'].map((name) => path.join(folder, name)));
    const files = new Map([[ASSETS, Buffer.from(assets)]]);
    for (const file of reached) {
      const text = readFileSync(file, 'utf8');
      files.set(path.relative(folder, file), Buffer.from(text));
      const imports = text.matchAll(/\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)|\bimport '(\.[^']+)'/g);
      for (const [, from, type, effect] of imports) {
        reached.add(path.resolve(path.dirname(file), from ?? type ?? effect).replace(/\.(ts|js)$/, '.d.ts'));
      }
    }
    return files;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Types of files that a site imports and that are not code. Not a module: it declares them for all files of a project. */
async function declareAssets() {
  const imageSize = path.join(root, 'src/shared/image-size.ts');
  const { outputFiles } = await build({
    entryPoints: [imageSize],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const { IMAGE_ENDINGS } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  const declare = (pattern, declaration) => {
    const [, name] = /const (\w+)/.exec(declaration);
    return `\ndeclare module '${pattern}' {\n  ${declaration}\n  export default ${name};\n}\n`;
  };
  const address = 'const address: string;';
  const image = `const image: import('sitegen').ImportedImage;`;
  const component = `/** The \`<svg>\` element, with the attributes of the file unless a prop replaces them. */
  const Component: import('react').FunctionComponent<import('react').SVGProps<SVGSVGElement>>;`;
  const endings = [...IMAGE_ENDINGS, ...ASSET_ENDINGS.split(' ')].toSorted((a, b) => (a < b ? -1 : 1));
  const isImage = (ending) => IMAGE_ENDINGS.includes(ending.toLowerCase());
  return [
    '// Types of files that a site imports and that are not code. Files with other endings have types with a query.\n',
    declare('*?url', address),
    declare('*?raw', 'const text: string;'),
    declare('*?inline', `/** A \`data:\` URL. */\n  ${address}`),
    ...['svg', 'SVG'].map((ending) => declare(`*.${ending}?react`, component)),
    ...[...endings, ...ENDINGS_IN_CAPITALS.split(' ')].map((ending) =>
      declare(`*.${ending}`, isImage(ending) ? image : address),
    ),
  ].join('');
}

/** Files that `sitegen init` copies. @returns contents by name */
function filesOfInit() {
  const folder = path.join(root, 'src/init/files');
  return filesIn(folder).map((name) => [path.join('files', name), readFileSync(path.join(folder, name))]);
}

function hashInputs() {
  const files = [
    ...filesIn(path.join(root, 'src')).map((name) => path.join('src', name)),
    'package.json',
    'tsconfig.json',
    // Written by npm: the installed versions.
    'node_modules/.package-lock.json',
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0${readIfExists(path.join(root, file))}\0`);
  return hash.digest('hex');
}

/** Other processes see the old file or the new one, never a part. */
function replaceFile(file, contents) {
  if (readIfExists(file) === contents.toString()) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, file);
}

/** The files in a folder and below it, from that folder, sorted. */
function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).toSorted();
}

function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}
