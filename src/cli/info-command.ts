/** `sitegen info`: details for a bug report, or facts about a page. */
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import sitegen from '../../package.json' with { type: 'json' };
import { hasCode } from '../shared/errors.ts';
import { printable, printableName } from '../shared/format.ts';
import { reportJsonError, toBuildOptions, writeProblems, type SiteFlags } from './commands.ts';
import { createProgress, type ExitCode, type ProcessContext, type Stopping } from './process.ts';

export interface InfoFlags extends SiteFlags {
  readonly json?: true;
}

/** Packages of the site, and packages that sitegen depends on. */
const PACKAGES = ['react', 'react-dom', 'preact', 'esbuild', 'tailwindcss'];

export async function runInfo(
  address: string | undefined,
  flags: InfoFlags,
  context: ProcessContext,
  stopping: Stopping,
): Promise<ExitCode> {
  return address === undefined ? describeSite(flags, context) : describePage(address, flags, context, stopping);
}

/** Builds the site without publishing it. */
async function describePage(
  address: string,
  flags: InfoFlags,
  context: ProcessContext,
  stopping: Stopping,
): Promise<ExitCode> {
  const [{ build }, { findPage, formatPage }] = await Promise.all([
    import('../build/build.ts'),
    import('./format-page.ts'),
  ]);
  const progress = createProgress(flags.json ? undefined : context.stderr);
  const building = build({ ...toBuildOptions(flags, context), ...progress, ...stopping, dry: true });
  const result = await reportJsonError(flags, context, building);
  writeProblems(result, context);
  const page = findPage(result, address);
  const missing = `The site has no page at "${printableName(address)}".`;
  if (page === undefined) context.stderr.write(`${missing}\n`);
  else if (!flags.json) context.stdout.write(printable(formatPage(page)));
  if (flags.json) {
    const report = page === undefined ? { ok: false, error: missing } : { ok: result.ok, page };
    context.stdout.write(`${JSON.stringify({ version: 1, ...report }, undefined, 2)}\n`);
  }
  return page === undefined || !result.ok ? 1 : 0;
}

async function describeSite(flags: InfoFlags, context: ProcessContext): Promise<ExitCode> {
  const { readSiteConfig } = await import('../config/load-config.ts');
  const { root, out, base } = toBuildOptions(flags, context);
  const versions = {
    sitegen: sitegen.version,
    node: process.versions.node,
    system: `${os.type()} ${os.release()} ${process.arch}, ${os.availableParallelism()} processors`,
    ...Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name, root)])),
  };
  // Printed before the config is loaded, in case it is broken.
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
