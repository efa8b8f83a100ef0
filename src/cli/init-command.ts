/** `sitegen init`, and its output. */
import path from 'node:path';
import { printableName } from '../shared/format.ts';
import type { TemplateName } from '../init/templates.ts';
import type { ExitCode, ProcessContext } from './process.ts';

export interface InitFlags {
  readonly template: TemplateName;
}

export async function runInit(folder: string, { template }: InitFlags, context: ProcessContext): Promise<ExitCode> {
  const [{ initProject }, { PACKAGE_MANAGERS, readPackageManager }] = await Promise.all([
    import('../init/init.ts'),
    import('../init/package-manager.ts'),
  ]);
  const packageManager = readPackageManager(process.env['npm_config_user_agent']);
  const absolute = path.resolve(context.cwd, folder);
  const files = await initProject({ folder: absolute, template, packageManager });
  const { install, run } = PACKAGE_MANAGERS[packageManager];
  const enter = absolute === context.cwd ? '' : `cd ${quote(path.relative(context.cwd, absolute))} && `;
  context.stdout.write(
    `Created ${files.length} files in ${printableName(absolute)}. Next:\n\n  ${enter}${install}\n  ${run} dev\n`,
  );
  return 0;
}

/** For a shell. */
function quote(folder: string): string {
  return /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`;
}
