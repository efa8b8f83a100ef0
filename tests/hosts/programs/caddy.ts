import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findPort, startProgram, type Server } from './server.ts';

const CADDY = '/usr/bin/caddy';

export const hasCaddy = existsSync(CADDY);

/** @param snippet the file that a build writes for Caddy */
export async function startCaddy(root: string, snippet: string): Promise<Server> {
  const port = await findPort();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-caddy-'));
  const config = path.join(folder, 'Caddyfile');
  await writeFile(
    config,
    `{
	admin off
	auto_https off
}
http://127.0.0.1:${port} {
	bind 127.0.0.1
	root * ${root}
	import ${snippet}
}
`,
  );
  const args = ['run', '--config', config, '--adapter', 'caddyfile'];
  const env = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const stop = await startProgram({ command: CADDY, args, env, ready: /serving initial configuration/ });
  return { origin: `http://127.0.0.1:${port}`, stop: () => stop().then(() => rm(folder, { recursive: true })) };
}
