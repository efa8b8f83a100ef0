import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Server } from './server.ts';

const PACKAGES = path.resolve(import.meta.dirname, '../servers');

export const hasWorkers = existsSync(path.join(PACKAGES, 'node_modules/miniflare'));

/** The part of https://www.npmjs.com/package/miniflare that is used here: it runs the programs of Cloudflare Workers. */
interface Miniflare {
  readonly ready: Promise<URL>;
  dispose(): Promise<void>;
}

/**
 * @param out the site
 * @throws if a rule in `_headers` or `_redirects` is invalid, with which Cloudflare refuses to deploy a site
 */
export async function startWorkers(out: string): Promise<Server> {
  const { Miniflare: Program, Log } = createRequire(path.join(PACKAGES, 'package.json'))('miniflare') as {
    readonly Miniflare: new (options: object) => Miniflare;
    readonly Log: new () => { log(message: string): void };
  };
  const warnings: string[] = [];
  const log = Object.assign(new Log(), { log: () => {}, warn: (message: string) => void warnings.push(message) });
  const program = new Program({
    log,
    host: '127.0.0.1',
    port: 0,
    modules: true,
    script: '',
    assets: {
      directory: out,
      routerConfig: { has_user_worker: false },
      assetConfig: { not_found_handling: '404-page' },
    },
  });
  const { origin } = await program.ready;
  const server = { origin, stop: () => program.dispose() };
  if (warnings.length === 0) return server;
  await server.stop();
  throw new Error(warnings.join('\n'));
}
