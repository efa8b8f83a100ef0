/** From an empty folder to a served site, with each package manager, from the packed package and the registry. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT, run } from '../helpers/run.ts';
import { startServeCommand } from '../helpers/serve.ts';

const PROGRAMS = path.join(ROOT, 'tests/slow/package-managers/node_modules');

/**
 * How each is started, and lets a first install write a lock file where `CI` is set too. It says who it is by
 * `npm_config_user_agent`, as when it runs `init` itself.
 */
const MANAGERS: readonly (readonly [
  name: string,
  command: readonly string[],
  first: readonly string[],
  template: string,
])[] = [
  ['npm', ['npm'], [], 'site'],
  ['pnpm', [path.join(PROGRAMS, '@pnpm/exe.linux-x64/pnpm')], ['--no-frozen-lockfile'], 'minimal'],
  ['yarn', [process.execPath, path.join(PROGRAMS, '@yarnpkg/cli-dist/bin/yarn.js')], ['--no-immutable'], 'minimal'],
  ['bun', [path.join(PROGRAMS, '@oven/bun-linux-x64/bin/bun')], [], 'minimal'],
];

let folder = '';
let tarball = '';

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-managers-')));
  await succeed(['npm', 'ci', '--ignore-scripts', '--prefix', path.dirname(PROGRAMS)], ROOT);
  const pack = ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder, ROOT];
  tarball = path.join(folder, (await succeed(pack, folder)).trim());
  return () => rm(folder, { recursive: true });
});

describe.each(MANAGERS)('%s', (name, command, first, template) => {
  test('installs a new project, which builds, checks and serves', async () => {
    const project = await initProject(name, template);
    await succeed([...command, 'install', ...first], project);
    await succeed([...command, 'run', 'build'], project);
    await succeed([...command, 'run', 'check'], project);

    const server = await startServeCommand(
      [path.join(project, 'node_modules/.bin/sitegen'), 'serve', '--port', '0'],
      project,
    );
    try {
      const response = await fetch(server.url);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('</html>');
    } finally {
      await server.stop();
    }
  });
});

/** `init`, but with the packed package in place of the published one. */
async function initProject(name: string, template: string): Promise<string> {
  const project = path.join(folder, name);
  await rm(project, { recursive: true, force: true }); // of a first attempt
  const unpacked = path.join(folder, 'unpacked');
  if (!existsSync(unpacked)) {
    await succeed(['npm', 'install', '--prefix', unpacked, '--ignore-scripts', tarball], folder);
  }
  const bin = path.join(unpacked, 'node_modules/.bin/sitegen');
  await succeed([bin, 'init', name, '--template', template], folder, { npm_config_user_agent: `${name}/1.0.0` });
  const file = path.join(project, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  // The published version of the package is not there yet, or is not this one.
  const dependencies = { ...manifest.dependencies, sitegen: `file:${tarball}` };
  await writeFile(file, JSON.stringify({ ...manifest, dependencies }));
  // Yarn looks for a project in the folders above, and asks for a lock file in a project of its own.
  if (name === 'yarn') await writeFile(path.join(project, 'yarn.lock'), '');
  return project;
}

async function succeed(command: readonly string[], cwd: string, env = {}): Promise<string> {
  const { code, stdout, stderr } = await run(command, cwd, env);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${stderr}${stdout}`);
  return stdout;
}
