/** `sitegen init`, and its output. */
import path from 'node:path';
import type { InitHost, TemplateName } from '../init/choices.ts';
import { printableName } from '../shared/format-diagnostic.ts';
import { readPackageManager } from '../shared/package-manager.ts';
import type { ExitCode, ProcessContext } from './process.ts';

export interface InitFlags {
  readonly template: TemplateName;
  /** The host that will publish the site. */
  readonly for?: InitHost;
}

export async function runInit(folder: string, flags: InitFlags, context: ProcessContext): Promise<ExitCode> {
  const [{ initProject }, { PACKAGE_MANAGERS, commandOf }] = await Promise.all([
    import('../init/init.ts'),
    import('../init/package-manager.ts'),
  ]);
  const { cwd, script } = context;
  const packageManager = readPackageManager(process.env['npm_config_user_agent']);
  const inShell = (name: string) => quoteForShell(path.relative(cwd, name));
  const command = commandOf({ script: inShell(script), packageManager });
  const { template, for: host } = flags;
  const absolute = path.resolve(cwd, folder);
  const commandFor = (other: string) => `${command} ${inShell(other)}${formatFlags(flags)}`;
  const { files, next } = await initProject({ folder: absolute, cwd, template, packageManager, host, commandFor });
  const { install, run } = PACKAGE_MANAGERS[packageManager];
  const enter = absolute === cwd ? '' : `cd ${inShell(absolute)} && `;
  context.stdout.write(
    `Created ${files.length} files in ${printableName(absolute)}. Next:\n\n  ${enter}${install}\n  ${run} dev\n` +
      next.map((text) => `\n${text.replaceAll('**', '"')}\n`).join(''),
  );
  return 0;
}

function formatFlags({ template, for: host }: InitFlags): string {
  return `${template === 'minimal' ? '' : ` --template ${template}`}${host === undefined ? '' : ` --for ${host}`}`;
}

/** On Windows, for cmd and PowerShell: no name there contains a quotation mark. */
export function quoteForShell(folder: string, platform = process.platform): string {
  if (platform === 'win32') return /^[\w.\\/:-]+$/.test(folder) ? folder : `"${folder}"`;
  return /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`;
}
