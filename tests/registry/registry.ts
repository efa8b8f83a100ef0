/** An npm registry on this machine, to which a release is published. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ROOT, run } from '../helpers/run.ts';

import manifest from '../../package.json' with { type: 'json' };

export const { version } = manifest;

/** The names under which sitegen, and the package for `npm create`, are published. */
export const NAME = manifest.config.publishedName;
export const CREATE = `create-${NAME}`;

/** Verdaccio needs Node 22. */
const SERVER = [
  path.join(ROOT, '.ci/with-node'),
  '24.21.0',
  'node',
  path.join(import.meta.dirname, 'server/start.mjs'),
];

export interface Registry {
  readonly url: string;
  /** For everything in these tests. Removed in the end. */
  readonly folder: string;
  /** The packed release. */
  readonly packed: string;
  /** Has a folder for each package that somebody asked for. */
  readonly storage: string;
  readonly stop: () => Promise<void>;
}

/** Starts a registry without our packages, and packs them. */
export async function startRegistry(): Promise<Registry> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-registry-')));
  const [storage, packed] = [path.join(folder, 'storage'), path.join(folder, 'packed')];
  await mkdir(storage);
  await succeed(['node', '.ci/pack.mjs', packed], ROOT, process.env);
  const upstream = (await succeed(['npm', 'config', 'get', 'registry'], ROOT, process.env)).trim();

  const [program, ...args] = [...SERVER, storage, upstream, NAME, CREATE];
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => server.kill();
  process.once('exit', kill);
  const ended = once(server, 'exit');
  const lines = createInterface(server.stdout);
  const [url] = (await Promise.race([
    once(lines, 'line'),
    ended.then(([code]) => Promise.reject(new Error(`The registry ended with ${code}.`))),
  ])) as [string];
  return {
    url,
    folder,
    packed,
    storage,
    stop: async () => {
      process.off('exit', kill);
      kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** Yarn and pnpm do not install a version on its first day. */
export async function letADayPass({ storage }: Registry): Promise<void> {
  for (const name of [NAME, CREATE]) {
    const file = path.join(storage, name, 'package.json');
    const listed = JSON.parse(await readFile(file, 'utf8'));
    const earlier = Object.keys(listed.time).map((key) => [key, new Date(Date.now() - 2 * 86_400_000).toISOString()]);
    await writeFile(file, JSON.stringify({ ...listed, time: Object.fromEntries(earlier) }));
  }
}

/** The environment of a person who knows nothing but the registry, with empty caches. */
export async function meetStranger({ url, folder }: Registry, node = process.execPath): Promise<NodeJS.ProcessEnv> {
  const home = await mkdtemp(path.join(folder, 'home-'));
  await writeFile(path.join(home, '.npmrc'), `registry=${url}\n${url.replace('http:', '')}:_authToken=rehearsal\n`);
  await writeFile(
    path.join(home, '.yarnrc.yml'),
    `npmRegistryServer: ${url}\nunsafeHttpWhitelist: ['127.0.0.1']\nenableTelemetry: false\n`,
  );
  return { HOME: home, PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH']}` };
}

/** Runs a command in exactly this environment. @returns its stdout */
export async function succeed(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await runIn(command, cwd, env);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${stderr}${stdout}`);
  return stdout;
}

export function runIn(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): ReturnType<typeof run> {
  const none = Object.fromEntries(Object.keys(process.env).map((key) => [key, undefined]));
  return run(command, cwd, { ...none, ...env });
}
