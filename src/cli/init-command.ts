/** `sitegen init`, and its output. */
import path from 'node:path';
import type { InitHost } from '../init/host-settings.ts';
import type { TemplateName } from '../init/templates.ts';
import { printableName } from '../shared/format-diagnostic.ts';
import { readPackageManager } from '../shared/package-manager.ts';
import type { ExitCode, ProcessContext } from './process.ts';

export interface InitFlags {
  readonly template: TemplateName;
  /** The host that will publish the site. */
  readonly for?: InitHost;
}

export async function runInit(
  folder: string,
  { template, for: host }: InitFlags,
  context: ProcessContext,
): Promise<ExitCode> {
  const [{ initProject, packageName }, { hostSettings }, { PACKAGE_MANAGERS, commandOf }] = await Promise.all([
    import('../init/init.ts'),
    import('../init/host-settings.ts'),
    import('../init/package-manager.ts'),
  ]);
  const { cwd, script } = context;
  const packageManager = readPackageManager(process.env['npm_config_user_agent']);
  const absolute = path.resolve(cwd, folder);
  const inShell = (name: string) => quoteForShell(path.relative(cwd, name));
  const command = commandOf({ script: inShell(script), packageManager });
  const flags = `${template === 'minimal' ? '' : ` --template ${template}`}${host === undefined ? '' : ` --for ${host}`}`;
  const commandFor = (other: string) => `${command} ${inShell(other)}${flags}`;
  const files = await initProject({ folder: absolute, cwd, template, packageManager, host, commandFor });
  const { install, run } = PACKAGE_MANAGERS[packageManager];
  const enter = absolute === cwd ? '' : `cd ${inShell(absolute)} && `;
  const publish = host === undefined ? '' : hostSettings(host, { name: packageName(absolute), packageManager }).next;
  context.stdout.write(
    `Created ${files.length} files in ${printableName(absolute)}. Next:\n\n  ${enter}${install}\n  ${run} dev\n` +
      (publish === '' ? '' : `\n${publish.replaceAll('**', '"')}\n`),
  );
  return 0;
}

/** On Windows, for cmd and PowerShell: no name there contains a quotation mark. */
export function quoteForShell(folder: string, platform = process.platform): string {
  if (platform === 'win32') return /^[\w.\\/:-]+$/.test(folder) ? folder : `"${folder}"`;
  return /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`;
}
