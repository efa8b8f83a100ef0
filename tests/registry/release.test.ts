/** A release, rehearsed: published to a registry on this machine, and installed from it by strangers. */
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { ROOT } from '../helpers/run.ts';
import { startServeCommand } from '../helpers/serve.ts';
import {
  CREATE,
  NAME,
  letADayPass,
  type Registry,
  runIn,
  startRegistry,
  meetStranger,
  succeed,
  version,
} from './registry.ts';

const MANAGERS = path.join(ROOT, 'tests/nightly/package-managers');

const YARN = ['node', path.join(MANAGERS, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js')];

const PNPM = [path.join(MANAGERS, 'node_modules/@pnpm/exe.linux-x64/pnpm')];

/** How people use each package manager. npm needs `--` before options of other commands. */
const WAYS: readonly (readonly [name: string, command: readonly string[], options: readonly string[]])[] = [
  ['npm', ['npm'], ['--', '--template', 'blog']],
  ['pnpm', PNPM, ['--template', 'blog']],
  ['yarn', YARN, ['--template', 'blog']],
];

const isThorough = inject('everyPackageManager');

const NODES = isThorough ? ['20.19.0', '22.23.0', '24.21.0'] : [process.versions.node];

const PAIRS = WAYS.slice(0, isThorough ? undefined : 1).flatMap((way) => NODES.map((node) => [node, ...way] as const));

let registry: Registry;
let maintainer: NodeJS.ProcessEnv;

const publish = () => runIn(['.ci/publish', registry.packed, '--provenance=false'], ROOT, maintainer);

beforeAll(async () => {
  if (isThorough) await succeed(['npm', 'ci', '--ignore-scripts', '--prefix', MANAGERS], ROOT, process.env);
  registry = await startRegistry();
  maintainer = await meetStranger(registry);
  return () => registry.stop();
}, 300_000);

test('a release that was interrupted after its first package is completed, in a second attempt', async () => {
  const first = path.join(registry.packed, NAME);
  await succeed(['npm', 'publish', '--ignore-scripts', '--provenance=false', first], ROOT, maintainer);
  const { code, stdout } = await publish();

  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${NAME} ${version} is published already.\n+ ${CREATE}@${version}\n`,
  });
  await letADayPass(registry);
});

describe.each(PAIRS)('on Node %s, with %s', (node, name, command, options) => {
  test('a stranger creates a blog, builds, checks and serves it', { timeout: 600_000 }, async () => {
    const folder = await mkdtemp(path.join(registry.folder, 'stranger-'));
    const find = ['.ci/with-node', node, 'node', '-p', 'process.execPath'];
    const program = isThorough ? (await succeed(find, ROOT, process.env)).trim() : process.execPath;
    const env = await meetStranger(registry, program);
    const project = path.join(folder, 'my-site');

    const created = await succeed([...command, 'create', `${NAME}@latest`, 'my-site', ...options], folder, env);
    expect(created).toContain(`cd my-site && ${name} install\n`);
    await succeed([...command, 'install'], project, env);
    const built = await succeed([...command, 'run', 'build'], project, env);
    expect(built).toContain('Built 14 pages');
    await succeed([...command, 'run', 'check'], project, env);

    const sitegen = path.join(project, 'node_modules/sitegen');
    const server = await startServeCommand(
      [program, path.join(sitegen, 'bin/sitegen.js'), 'serve', '--port', '0'],
      project,
    );
    try {
      const response = await fetch(server.url);
      expect({ status: response.status, html: await response.text() }).toEqual({
        status: 200,
        html: expect.stringContaining('</html>'),
      });
    } finally {
      await server.stop();
    }
    expect(JSON.parse(await readFile(path.join(sitegen, 'package.json'), 'utf8'))).toMatchObject({
      name: NAME,
      version,
    });
  });
});

test('nobody asks for the package of another project that is named sitegen', async () => {
  const asked = await readdir(registry.storage);

  expect(asked).toEqual(expect.arrayContaining([NAME, CREATE, 'react']));
  expect(asked).not.toContain('sitegen');
});

describe('what the registry serves', () => {
  const tarballOf = (name: string) => path.join(registry.folder, `${name}-${version}.tgz`);
  const contentsOf = (name: string) => path.join(registry.folder, `${name}-${version}`);
  const manifestOf = async (name: string) =>
    JSON.parse(await readFile(path.join(contentsOf(name), 'package.json'), 'utf8'));

  beforeAll(async () => {
    const names = [NAME, CREATE];
    const pack = ['npm', 'pack', ...names.map((name) => `${name}@${version}`)];
    await succeed(pack, registry.folder, maintainer);
    for (const name of names) {
      await mkdir(contentsOf(name));
      await succeed(['tar', '-xzf', tarballOf(name), '-C', contentsOf(name), '--strip-components=1'], ROOT, maintainer);
    }
  });

  test('is small', async () => {
    expect((await stat(tarballOf(NAME))).size).toBeLessThan(750_000);
    expect((await stat(tarballOf(CREATE))).size).toBeLessThan(5_000);
  });

  test('runs nothing when it is installed, and needs nothing of its development', async () => {
    for (const name of [NAME, CREATE]) {
      const published = await manifestOf(name);
      expect(published).toMatchObject({ name, version, publishConfig: { access: 'public', provenance: true } });
      expect(Object.keys(published)).not.toContain('scripts');
      expect(Object.keys(published)).not.toContain('devDependencies');
    }
    expect((await manifestOf(CREATE)).dependencies).toMatchObject({ sitegen: `npm:${NAME}@${version}` });
  });

  test('exports what its types promise, according to publint and attw', async () => {
    const lint = ['npx', '--no-install', 'publint', '--strict', tarballOf(NAME)];
    const types = ['npx', '--no-install', 'attw', tarballOf(NAME), '--profile', 'esm-only'];

    expect(await succeed(lint, ROOT, process.env)).toContain('All good!');
    expect(await runIn([...types, '--exclude-entrypoints', 'create'], ROOT, process.env)).toMatchObject({ code: 0 });
  });

  test('has documents whose links lead to its files, or to the repository', async () => {
    const packed = contentsOf(NAME);
    const documents = (await readdir(packed, { recursive: true })).filter((file) =>
      /^(docs\/.*|[^/]*)\.md$/.test(file),
    );
    const links: { readonly file: string; readonly link: string }[] = [];
    for (const file of documents) {
      const prose = (await readFile(path.join(packed, file), 'utf8')).replace(/^```[^]*?^```$/gm, '');
      for (const [, link = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) links.push({ file, link });
    }
    const inPackage = links.filter(({ link }) => !/^(https:|#)/.test(link));
    const broken = inPackage.filter(
      ({ file, link }) => !existsSync(path.join(packed, path.dirname(file), link.replace(/#.*/, ''))),
    );

    expect(inPackage.length).toBeGreaterThan(50);
    expect(broken).toEqual([]);
    expect(links.map(({ link }) => link)).toContainEqual(
      expect.stringMatching(/^https:\/\/github\.com\/[\w-]+\/sitegen\/blob\/v[\w.-]+\/docs\/architecture\.md$/),
    );
  });

  test('is listed with the packages below and in it', async () => {
    const { metadata, components } = JSON.parse(await readFile(path.join(registry.packed, 'sbom.json'), 'utf8'));
    const names = components.map((one: { readonly name: string }) => one.name);

    expect(metadata.component).toMatchObject({ purl: `pkg:npm/${NAME}@${version}` });
    expect(names).toEqual(
      expect.arrayContaining(['chokidar', 'readdirp', 'react', 'scheduler', 'commander', 'picomatch']),
    );
    expect(names).not.toContain('vitest');
    expect(components.every((one: { readonly licenses?: unknown }) => one.licenses !== undefined)).toBe(true);
  });
});

test('contents of a version are never replaced', async () => {
  await appendFile(path.join(registry.packed, CREATE, 'index.js'), '// changed\n');
  const { code, stderr } = await publish();

  expect(code).toBe(2);
  expect(stderr).toContain(`error: ${CREATE} ${version} is published with other contents. Raise the version`);
});

test('a prerelease becomes "next", and "latest" stays', async () => {
  const next = `${version}-rc.1`;
  for (const name of [NAME, CREATE]) {
    const file = path.join(registry.packed, name, 'package.json');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(version, next));
  }
  expect(await publish()).toMatchObject({ code: 0 });

  for (const name of [NAME, CREATE]) {
    const tags = await succeed(['npm', 'view', '--json', name, 'dist-tags'], ROOT, maintainer);
    expect(JSON.parse(tags)).toEqual({ latest: version, next });
  }
});
