/** The files of the package, and its dependencies. registry/release looks at the package that a registry serves. */
import { readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, run } from '../helpers/run.ts';

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const own = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
const locked = Object.entries(lock.packages as Record<string, Locked>).filter(([name]) => name !== '');
const required = Object.keys(own.peerDependencies).filter((name) => !own.peerDependenciesMeta[name]?.optional);

describe('the package', () => {
  test('contains the command, its compiled code and types, and documentation', async () => {
    const { stdout } = await run(['npm', 'pack', '--dry-run', '--json', '--ignore-scripts'], ROOT);
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string; size: number }[] }];
    // The files that `init` copies are neither code nor documentation.
    const published = files.filter(
      ({ path: file }) =>
        !/^(dist\/files\/|(examples\/\w+\/)?(templates\/|content\/|public\/|sitegen\.config\.ts$))/.test(file),
    );
    const others = published
      .map((file) => file.path)
      .filter((file) => !/^dist\/([\w-]+\/)*[\w-]+(\.d\.ts|\.js)$|^docs\/([\w-]+\/)?[\w-]+\.md$/.test(file));

    expect(others.toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin/create.js',
      'bin/json.js',
      'bin/run.js',
      'bin/sitegen.js',
      'dist/LICENSES.txt',
      'package.json',
      'src/stylesheets.d.ts',
    ]);
    expect(published.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(1_800_000);
    for (const file of published.filter((packed) => !packed.path.endsWith('.md'))) {
      const text = await readFile(path.join(ROOT, file.path), 'utf8');
      expect({
        file: file.path,
        tells: [ROOT, '/node_modules/', '\n//# sourceMappingURL='].filter((word) => text.includes(word)),
      }).toEqual({ file: file.path, tells: [] });
    }
  });

  test('exports the same names to browsers', async () => {
    const browser: object = await import(path.join(ROOT, 'dist/browser.js'));
    const missing = Object.keys(await import(path.join(ROOT, 'dist/index.js'))).filter((name) => !(name in browser));

    expect(missing).toEqual([]);
  });

  test('imports nothing but its dependencies', () => {
    const allowed = [own.name, ...Object.keys({ ...own.dependencies, ...own.peerDependencies })];
    const imported = reachable().flatMap((file) => {
      const found = readScript(file).matchAll(
        /(?:^|[;}])(?:import|export)\b[^'"();]*?\bfrom\s*["']([^."'][^"']*)["']|\b(?:import|loadPackage)\(["']([^."'$][^"']*)["']\)/gm,
      );
      return [...found].map(([, from, called]) => from ?? called ?? '');
    });
    const strangers = imported.filter((name) => !isBuiltin(name) && !allowed.includes(packageOf(name)));

    expect(imported).toContain('chokidar');
    expect(strangers).toEqual([]);
  });
});

describe('packages', () => {
  test('come from the registry, each with a checksum', () => {
    // npm does not lock checksums of packages bundled in another one.
    const unchecked = locked.filter(
      ([, { integrity, inBundle }]) => inBundle !== true && !integrity?.startsWith('sha512-'),
    );
    const elsewhere = locked.filter(([, { resolved, link, version }]) => {
      return (
        link === true ||
        !/^\d/.test(version) ||
        (resolved ?? 'https://registry.npmjs.org/').indexOf('https://registry.npmjs.org/') !== 0
      );
    });
    const bundling = new Set(
      locked.flatMap(([name, { inBundle }]) => (inBundle ? name.split('/node_modules/')[0] : [])),
    );

    expect(unchecked.map(([name]) => name)).toEqual([]);
    expect(elsewhere.map(([name]) => name)).toEqual([]);
    expect([...bundling]).toEqual(['node_modules/@tailwindcss/oxide-wasm32-wasi']);
  });

  test('run no install scripts, except esbuild, which works without', () => {
    expect(locked.flatMap(([name, { hasInstallScript }]) => (hasInstallScript ? name : []))).toEqual([
      'node_modules/@parcel/watcher', // of sass, for its own command line
      'node_modules/esbuild',
    ]);
  });

  test('support the oldest Node version that sitegen supports', () => {
    const [, oldest = ''] = /^>=(\d+\.\d+)$/.exec(own.engines.node) ?? [];
    const names = closure([...Object.keys(own.dependencies), ...required]);
    const ranges = locked.flatMap(([name, { engines }]) =>
      names.has(name) && engines?.node ? [[name, engines.node]] : [],
    );
    const newer = ranges.filter(([, range = '']) => {
      const [, least] = /^>=\s*(\d+(?:\.\d+)*)$/.exec(range) ?? [];
      return (
        least === undefined || (least.localeCompare(oldest, 'en', { numeric: true }) > 0 && least !== `${oldest}.0`)
      );
    });

    expect(ranges.length).toBeGreaterThan(5);
    expect(newer).toEqual([]);
  });
});

/** The scripts in dist/ that belong together: those with fixed names, and everything they name. */
function reachable(): string[] {
  const dist = path.join(ROOT, 'dist');
  const found = new Set(readdirSync(dist).filter((file) => file.endsWith('.js') && !/-[0-9A-Z]{8}\.js$/.test(file)));
  for (const file of found) {
    for (const [, name = ''] of readScript(file).matchAll(/["']\.\/([\w-]+-[0-9A-Z]{8}\.js)["']/g)) found.add(name);
  }
  return [...found];
}

/** Without line breaks in strings, which esbuild adds to keep lines short. */
function readScript(file: string): string {
  return readFileSync(path.join(ROOT, 'dist', file), 'utf8').replaceAll('\\\n', '');
}

/** `react/jsx-runtime` is part of `react`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Packages and all their dependencies, as folders. */
function closure(names: readonly string[]): Set<string> {
  const packages = new Map(locked);
  const found = new Set(names.map((name) => `node_modules/${name}`));
  for (const folder of found) {
    const { dependencies, optionalDependencies } = packages.get(folder) ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      found.add(
        [`${folder}/node_modules/${name}`, `node_modules/${name}`].find((place) => packages.has(place)) ?? name,
      );
    }
  }
  return found;
}
