import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './helpers/run.ts';

/** From the bottom up. A file imports only from layers below its own, so circles cannot form. */
const LAYERS = [
  'at-once code-frame codes contract deploy-help json-ld load-package pattern placeholder build/fix-locale build/hash build/in-slices build/load-data build/notice-outside build/pulse build/stopwatch deploy/destination gate/addresses gate/waiting hosts/file-metadata hosts/host islands/jsx-on-preact islands/markers islands/props islands/wake-when serve/guard serve/one-at-a-time serve/open-browser serve/pages-for serve/reload-client serve/send-part',
  'compress href user-config build/answer-tasks build/elements build/read-digest build/workers gate/jsx-in-browser hosts/headers hosts/hosts hosts/redirects islands/keep-input islands/react-server islands/surroundings',
  'model build/nesting build/render-page build/scan-html gate/faults hosts/answer hosts/apache hosts/caddy hosts/cloudfront hosts/netlify hosts/nginx hosts/s3 hosts/vercel islands/hydrate islands/island serve/choose-encodings',
  'browser config-schema errors page-facts paths tasks testing build/bundle-plugins build/has-errors build/merge-problems build/module-graph gate/inspect-element hosts/write-host-files serve/note-once',
  'config result stack build/check-budgets build/check-external build/check-page build/check-redirects build/choose-pages build/compare-folders build/content-policy build/draw-png build/folders build/host-assets build/in-time build/inspect-page build/journal build/lock build/measure-files build/pack-facts build/page-names build/page-path build/public-files build/reads build/route-types build/run-esbuild build/sitemap build/styles build/write-page deploy/explain deploy/fetch-live deploy/load-sdk deploy/site-files gate/jsx-in-build gate/react-in-build serve/find-file serve/watcher',
  'config-api report why build/apply-changes build/bundle build/bundle-islands build/check-hosts build/discover build/draw-card build/page-problems build/settled-pages build/state build/threads build/trace-reaches deploy/check-answer deploy/manifest serve/watch',
  'world build/cache build/check-site build/collect-pages build/describe-differences build/draw-cards build/expand build/former-assets build/icons build/inputs build/note-reads build/open-placeholders build/other-files build/publish build/render-ahead build/render-batch build/stored-compilation build/write deploy/compare',
  'build/build-options build/check-threads build/compile build/compress-files build/find-changes build/find-new-styles build/find-reasons build/keep-data build/page-keys build/publish-site build/render deploy/bucket deploy/ready-site serve/live',
  'build/build-twice build/make-pages build/ready-page build/shared-data deploy/plan deploy/site-config deploy/verify serve/answer-requests',
  'build/expand-paths build/making deploy/apply-plan deploy/invalidate deploy/report-deploy deploy/report-verify serve/serve',
  'build/gather-files build/page-worker deploy/deploy serve/preview',
  'build/make-site',
  'build/build',
  'commands index',
  'deploy-commands',
  'cli',
].map((names) => names.split(' '));

/** A library is called in one place, so that it can be replaced there. */
const CALLED_IN: Readonly<Record<string, string>> = {
  esbuild: 'build/run-esbuild',
  entities: 'build/scan-html',
  commander: 'cli',
  chokidar: 'serve/watcher',
  sirv: 'serve/answer-requests',
  '@resvg/resvg-js': 'build/draw-png',
  valibot: 'config-schema',
  tailwindcss: 'build/styles',
  '@tailwindcss/oxide': 'build/styles',
  'react-dom/server': 'islands/react-server',
  '@aws-sdk/client-s3': 'deploy/bucket',
  '@aws-sdk/client-cloudfront': 'deploy/invalidate',
};

/** Browsers have no process: there, the console is the only place to report to. */
const IN_BROWSER = ['islands/hydrate', 'serve/reload-client'];

/** It sees to it that what pages print arrives. */
const IN_THREADS = ['build/answer-tasks'];

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
    .filter(({ name }) => !['cli', 'commands', ...IN_BROWSER, ...IN_THREADS].includes(name))
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
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules/'))
    .map((name) => {
      const text = readFileSync(path.join(ROOT, folder, name), 'utf8');
      return { name: name.replace(/\.tsx?$/, ''), text, imports: importsOf(text) };
    });
}

/** What a file names in `from '…'` and `import('…')`. Types of libraries do not count: they are gone when it runs. */
function importsOf(text: string): string[] {
  const code = text.replace(/^(?:import|export) type [^;]*? from '[^.][^']*';$|typeof import\('[^']+'\)/gm, '');
  return [...code.matchAll(/\b(?:from|import|loadPackage|loadSdk)\s*\(?\s*'([^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
}

function layerOf(name: string): number {
  return LAYERS.findIndex((names) => names.includes(name));
}
