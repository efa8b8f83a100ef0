/** `sitegen info`: what a bug report needs to know. */
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import sitegen from '../../package.json' with { type: 'json' };
import { hasCode } from '../core/errors.ts';
import { printable } from '../core/format.ts';
import type { Overrides } from '../config/resolve-config.ts';
import { toBuildOptions } from './commands.ts';
import type { ExitCode, ProcessContext } from './process.ts';

export interface InfoFlags extends Overrides {
  readonly root: string;
  readonly json?: true;
}

/** Packages of the site, and packages that sitegen brings. */
const PACKAGES = ['react', 'react-dom', 'preact', 'esbuild', 'tailwindcss'];

export async function runInfo(flags: InfoFlags, context: ProcessContext): Promise<ExitCode> {
  const { readSiteConfig } = await import('../config/load-config.ts');
  const { root, out, base } = toBuildOptions(flags, context);
  const versions = {
    sitegen: sitegen.version,
    node: process.versions.node,
    system: `${os.type()} ${os.release()} ${process.arch}, ${os.availableParallelism()} processors`,
    ...Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name, root)])),
  };
  // Before the config is loaded: if it is broken, the versions are there.
  if (!flags.json) context.stdout.write(formatVersions(versions));
  const config = await readSiteConfig(root, { ...(out !== undefined && { out }), ...(base !== undefined && { base }) });
  const result = flags.json ? { version: 1, ok: true, versions, config } : config;
  context.stdout.write(`${printable(JSON.stringify(result, undefined, 2))}\n`);
  return 0;
}

function formatVersions(versions: Readonly<Record<string, string>>): string {
  const rows = Object.entries(versions).map(([name, version]) => `${name.padEnd(12)} ${version}\n`);
  return `${rows.join('')}\nConfig, with defaults:\n`;
}

/** The version that a site gets. Packages that it does not have come from sitegen. */
function versionOf(name: string, root: string): string {
  for (const from of [path.join(root, 'package.json'), import.meta.url]) {
    try {
      const { version } = createRequire(from)(`${name}/package.json`) as { readonly version: string };
      return version;
    } catch (error) {
      if (!hasCode(error, 'MODULE_NOT_FOUND')) throw error;
    }
  }
  return 'not installed';
}
