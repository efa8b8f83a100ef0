import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './helpers/run.ts';

/** From the bottom up. A file imports only from layers below its own, so circles cannot form. */
const LAYERS = [
  'contract',
  'model json-ld code-frame load-package placeholder islands/markers islands/surroundings islands/props islands/wake-when islands/jsx-on-preact serve/reload-client gate/addresses gate/waiting',
  'errors paths tasks build/nesting islands/react-server islands/keep-input gate/faults gate/jsx-in-browser',
  'config report stack gate/inspect-element islands/island islands/hydrate serve/watch serve/one-at-a-time serve/guard serve/open-browser build/run-esbuild',
  'gate/jsx-in-build gate/react-in-build browser testing build/threads build/render-page build/inspect-page build/page-problems build/merge-problems build/load-data build/stopwatch build/measure-files build/bundle-plugins build/draw-png build/sitemap',
  'config-api build/draw-card build/icons build/discover build/bundle build/bundle-islands build/styles build/render build/check-site build/write serve/live',
  'build/page-worker build/make-pages serve/serve',
  'build/build serve/preview',
  'index commands',
  'cli',
].map((names) => names.split(' '));

/** A library is called in one place, so that it can be replaced there. */
const CALLED_IN: Readonly<Record<string, string>> = {
  esbuild: 'build/run-esbuild',
  htmlparser2: 'build/inspect-page',
  commander: 'cli',
  chokidar: 'serve/watch',
  sirv: 'serve/serve',
  '@resvg/resvg-js': 'build/draw-png',
  valibot: 'config',
  tailwindcss: 'build/styles',
  '@tailwindcss/oxide': 'build/styles',
  'react-dom/server': 'islands/react-server',
};

/** Browsers have no process: there, the console is the only place to report to. */
const IN_BROWSER = ['islands/hydrate', 'serve/reload-client'];

interface Source {
  /** Without its ending: `build/bundle`. */
  readonly name: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const sources = readSources('src');

test('every file has a layer, and every layer is made of files', () => {
  const names = sources.map(({ name }) => name);
  expect(names.toSorted()).toEqual(LAYERS.flat().toSorted());
});

test('imports go downward', () => {
  const upward = sources.flatMap(({ name, imports }) =>
    imports
      .filter((specifier) => specifier.startsWith('.') && /\.tsx?$/.test(specifier))
      .map((specifier) => path.posix.join(path.posix.dirname(name), specifier).replace(/\.tsx?$/, ''))
      .filter((imported) => layerOf(imported) >= layerOf(name))
      .map((imported) => `${name} -> ${imported}`),
  );
  expect(upward).toEqual([]);
});

test('a library is called in one file', () => {
  const strays = sources.flatMap(({ name, imports }) =>
    imports
      .filter((specifier) => (CALLED_IN[specifier] ?? name) !== name)
      .map((specifier) => `${name} -> ${specifier}`),
  );
  expect(strays).toEqual([]);
});

test('only the command line knows the process', () => {
  const uses = sources
    .filter(({ name }) => !['cli', 'commands'].includes(name) && !IN_BROWSER.includes(name))
    .flatMap(({ name, text }) => {
      const found = text.match(/\bconsole\.\w+|\bprocess\.(exit\(|argv\b|stdout\b|stderr\b|stdin\b)/g) ?? [];
      return found.map((use) => `${name}: ${use}`);
    });
  expect(uses).toEqual([]);
});

test('the generator knows nothing of the site', () => {
  expect(sources.flatMap(({ imports }) => imports).filter((specifier) => specifier.includes('templates'))).toEqual([]);
});

test('the site imports the generator by its name', () => {
  const imports = readSources('templates').flatMap((source) => source.imports);
  expect(imports).toContain('sitegen');
  expect(imports.filter((specifier) => /(^|\/)(src|dist)\//.test(specifier))).toEqual([]);
});

test('no file is longer than 200 lines', () => {
  const all = [...sources, ...readSources('templates'), ...readSources('tests')];
  expect(all.filter(({ text }) => text.split('\n').length > 201).map(({ name }) => name)).toEqual([]);
});

function readSources(folder: string): Source[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const text = readFileSync(path.join(ROOT, folder, name), 'utf8');
      return { name: name.replace(/\.tsx?$/, ''), text, imports: importsOf(text) };
    });
}

/** What a file names in `from '…'` and `import('…')`. Types of libraries do not count: they are gone when it runs. */
function importsOf(text: string): string[] {
  const code = text.replace(/^(?:import|export) type [^;]*? from '[^.][^']*';$|typeof import\('[^']+'\)/gm, '');
  return [...code.matchAll(/\b(?:from|import|loadPackage)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => specifier);
}

function layerOf(name: string): number {
  return LAYERS.findIndex((names) => names.includes(name));
}
