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

export async function runInit(folder: string, flags: InitFlags, context: ProcessContext): Promise<ExitCode> {
  const [{ initProject, packageName }, { hostSettings }, { PACKAGE_MANAGERS, commandOf }, { TEMPLATES }] =
    await Promise.all([
      import('../init/init.ts'),
      import('../init/host-settings.ts'),
      import('../init/package-manager.ts'),
      import('../init/templates.ts'),
    ]);
  const { cwd, script } = context;
  const packageManager = readPackageManager(process.env['npm_config_user_agent']);
  const inShell = (name: string) => quoteForShell(path.relative(cwd, name));
  const command = commandOf({ script: inShell(script), packageManager });
  const { template, for: host } = flags;
  const absolute = path.resolve(cwd, folder);
  const commandFor = (other: string) => `${command} ${inShell(other)}${formatFlags(flags)}`;
  const files = await initProject({ folder: absolute, cwd, template, packageManager, host, commandFor });
  const { install, run } = PACKAGE_MANAGERS[packageManager];
  const enter = absolute === cwd ? '' : `cd ${inShell(absolute)} && `;
  const publish = host === undefined ? '' : hostSettings(host, { name: packageName(absolute), packageManager }).next;
  const paragraphs = [TEMPLATES[template].start, publish].filter((text) => text !== '');
  context.stdout.write(
    `Created ${files.length} files in ${printableName(absolute)}. Next:\n\n  ${enter}${install}\n  ${run} dev\n` +
      paragraphs.map((text) => `\n${text.replaceAll('**', '"')}\n`).join(''),
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
