import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './helpers/run.ts';

/**
 * A file imports only from its own folder and from folders to the right of it: docs/architecture.md. The types of `api`, which
 * are the contract with sites, are for all.
 */
const FOLDERS =
  'cli serve deploy init diff build render api generate publish check config compile site content project react islands hosts shared'.split(
    ' ',
  );

/** Siblings do not import each other. */
const SIBLINGS = ['serve', 'deploy', 'init', 'diff'];

/** Each library is used in one place, so it can be replaced there. */
const CALLED_IN: Readonly<Record<string, string>> = {
  esbuild: 'compile/esbuild',
  entities: 'check/html/html-tokenizer',
  htmlparser2: 'compile/drawings/parse-svg',
  commander: 'cli/command',
  chokidar: 'serve/watch-project',
  diff: 'diff/diff-sites',
  'launch-editor': 'cli/serve',
  sirv: 'serve/served-files',
  tinyglobby: 'shared/glob',
  'image-size': 'shared/image-size',
  sharp: 'generate/sharp',
  '@resvg/resvg-js': 'generate/draw-png',
  idiomorph: 'serve/client/patch-document',
  valibot: 'config/config-schema',
  sass: 'compile/plugins/sass',
  svgo: 'compile/drawings/parse-svg',
  tailwindcss: 'compile/styles/tailwind',
  '@tailwindcss/oxide': 'compile/styles/tailwind',
  'markdown-it': 'content/markdown/parse-markdown',
  parse5: 'content/markdown/read-html',
  'property-information': 'content/markdown/read-html',
  '@mdx-js/mdx': 'content/mdx/compile-mdx',
  'remark-directive': 'content/mdx/compile-mdx',
  'remark-gfm': 'content/mdx/compile-mdx',
  'shiki/core': 'content/code/highlight',
  yaml: 'content/data/parse-yaml',
  'csv-parse': 'content/data/parse-csv',
  'hast-util-from-html': 'content/page-to-markdown',
  'hast-util-to-mdast': 'content/page-to-markdown',
  'mdast-util-gfm': 'content/page-to-markdown',
  'mdast-util-to-markdown': 'content/page-to-markdown',
  'react-dom/server': 'islands/server/react-dom-server',
  '@aws-sdk/client-s3': 'deploy/s3-bucket',
  '@aws-sdk/client-cloudfront': 'deploy/invalidate',
};

/** Browsers have no process, so the console is the only place to report to. */
const IN_BROWSER = ['islands/client/hydrate', 'islands/client/fetch-islands', 'serve/client/tracked-roots'];

/** It makes sure that the output of pages arrives. */
const IN_THREADS = ['render/worker/task-loop'];

interface Source {
  /** Without the extension: `build/bundle`. */
  readonly name: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const sources = readSources('src');

test('imports point to the right', () => {
  const typesOfApi = /^(?:import|export) type [^;]*? from '[./]+\/api\/[^']+';$/gm;
  const others = sources.map((source) => ({ ...source, imports: importsOf(source.text.replace(typesOfApi, '')) }));
  const wrong = importsWithin(others).filter(({ from, to }) => !mayImport(folderOf(from), folderOf(to)));
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('no file imports itself, directly or through others', () => {
  const imports = importsWithin(sources);
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (name: string, trail: readonly string[]): void => {
    if (trail.includes(name)) cycles.push([...trail.slice(trail.indexOf(name)), name].join(' -> '));
    if (trail.includes(name) || done.has(name)) return;
    for (const { to } of imports.filter(({ from }) => from === name)) visit(to, [...trail, name]);
    done.add(name);
  };
  for (const { name } of sources) visit(name, []);
  expect(cycles).toEqual([]);
});

test('each library is imported by one file', () => {
  const strays = sources.flatMap(({ name, imports }) =>
    imports
      .filter((specifier) => (placeOfCalls(specifier) ?? name) !== name)
      .map((specifier) => `${name} -> ${specifier}`),
  );
  expect(strays).toEqual([]);
});

/** `image-size/types/png` is imported where `image-size` is. */
function placeOfCalls(specifier: string): string | undefined {
  const library = Object.keys(CALLED_IN).find((one) => specifier === one || specifier.startsWith(`${one}/`));
  return library && CALLED_IN[library];
}

test('only the command line uses the process', () => {
  const uses = sources
    .filter(({ name }) => ![...IN_BROWSER, ...IN_THREADS].includes(name))
    .flatMap(({ name, text }) => {
      const found = text.match(/\bconsole\.\w+|\bprocess\.(exit\(|argv\b|stdout\b|stderr\b|stdin\b)/g) ?? [];
      return found.map((use) => `${name}: ${use}`);
    });
  expect(uses).toEqual([]);
});

test('threads that can be terminated at any time do not compress', () => {
  // Node aborts the whole process if a thread ends while it creates a compressor.
  const reached = new Set<string>();
  const imports = importsWithin(sources);
  const visit = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const { to } of imports.filter(({ from }) => from === name)) visit(to);
  };
  visit('render/worker/page-worker');
  const compressing = sources.filter((source) => source.imports.includes('node:zlib')).map(({ name }) => name);
  expect(compressing).toContain('hosts/compression');
  expect(compressing.filter((name) => reached.has(name))).toEqual([]);
});

test('the generator does not depend on the site', () => {
  expect(sources.flatMap(({ imports }) => imports).filter((specifier) => /(^|\/)templates\//.test(specifier))).toEqual(
    [],
  );
});

test('the site imports the generator by its package name', () => {
  const imports = readSources('templates').flatMap((source) => source.imports);
  expect(imports).toContain('sitegen');
  expect(imports.filter((specifier) => /(^|\/)(src|dist)\//.test(specifier))).toEqual([]);
});

function readSources(folder: string): Source[] {
  return namesIn(folder, '').map((name) => {
    const text = readFileSync(path.join(ROOT, folder, name), 'utf8');
    return { name: name.replace(/\.tsx?$/, ''), text, imports: importsOf(text) };
  });
}

/** The sources in a folder, POSIX. Links are not followed: installed packages lead back to this one. */
function namesIn(folder: string, inside: string): string[] {
  return readdirSync(path.join(ROOT, folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(inside, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : namesIn(folder, name);
    return /\.tsx?$/.test(name) ? [name] : [];
  });
}

/** Modules imported by `from '…'` and `import('…')`. Type imports are left out: they do not exist at run time. */
function importsOf(text: string): string[] {
  const code = text.replace(/^(?:import|export) type [^;]*? from '[^.][^']*';$|typeof import\('[^']+'\)/gm, '');
  return [...code.matchAll(/\b(?:from|import|loadPackage|loadSdk)\s*\(?\s*'([^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
}

/** Imports between files of the tree, without extensions: `pipeline/build` -> `core/model`. */
function importsWithin(all: readonly Source[]): { readonly from: string; readonly to: string }[] {
  return all.flatMap(({ name, imports }) =>
    imports
      .filter((specifier) => specifier.startsWith('.') && /\.tsx?$/.test(specifier))
      .map((specifier) => path.posix.join(path.posix.dirname(name), specifier).replace(/\.tsx?$/, ''))
      .map((to) => ({ from: name, to })),
  );
}

/** `.` for the public entry points in `src/` itself. */
function folderOf(name: string): string {
  return name.includes('/') ? (name.split('/')[0] ?? '') : '.';
}

function mayImport(from: string, to: string): boolean {
  if (from === to || from === '.') return true;
  if (SIBLINGS.includes(from) && SIBLINGS.includes(to)) return false;
  return FOLDERS.includes(from) && FOLDERS.indexOf(from) < FOLDERS.indexOf(to);
}
