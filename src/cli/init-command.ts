/** `sitegen init`, and its output. */
import path from 'node:path';
import type { TemplateName } from '../init/templates.ts';
import { printableName } from '../shared/format-diagnostic.ts';
import { readPackageManager } from '../shared/package-manager.ts';
import type { ExitCode, ProcessContext } from './process.ts';

export interface InitFlags {
  readonly template: TemplateName;
}

export async function runInit(folder: string, { template }: InitFlags, context: ProcessContext): Promise<ExitCode> {
  const [{ initProject }, { PACKAGE_MANAGERS, commandOf }] = await Promise.all([
    import('../init/init.ts'),
    import('../init/package-manager.ts'),
  ]);
  const { cwd, script } = context;
  const packageManager = readPackageManager(process.env['npm_config_user_agent']);
  const absolute = path.resolve(cwd, folder);
  const inShell = (name: string) => quoteForShell(path.relative(cwd, name));
  const command = commandOf({ script: inShell(script), packageManager });
  const flags = template === 'minimal' ? '' : ` --template ${template}`;
  const commandFor = (other: string) => `${command} ${inShell(other)}${flags}`;
  const files = await initProject({ folder: absolute, cwd, template, packageManager, commandFor });
  const { install, run } = PACKAGE_MANAGERS[packageManager];
  const enter = absolute === cwd ? '' : `cd ${inShell(absolute)} && `;
  context.stdout.write(
    `Created ${files.length} files in ${printableName(absolute)}. Next:\n\n  ${enter}${install}\n  ${run} dev\n`,
  );
  return 0;
}

/** On Windows, for cmd and PowerShell: no name there contains a quotation mark. */
export function quoteForShell(folder: string, platform = process.platform): string {
  if (platform === 'win32') return /^[\w.\\/:-]+$/.test(folder) ? folder : `"${folder}"`;
  return /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`;
}
