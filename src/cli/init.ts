/** `sitegen init` */
import path from 'node:path';
import { INIT_HOSTS, TEMPLATES, type InitHost, type TemplateName } from '../init/choices.ts';
import { printableName } from '../shared/format-diagnostic.ts';
import { readPackageManager } from '../shared/package-manager.ts';
import type { CliCommand } from './command.ts';

interface InitFlags {
  readonly template: TemplateName;
  /** The host that will publish the site. */
  readonly for?: InitHost;
}

const HELP = `
Templates:
${Object.entries(TEMPLATES)
  .map(([name, { description }]) => `  ${name.padEnd(13)}${description}`)
  .join('\n')}

Writes package.json, tsconfig.json, .gitignore, a README, a GitHub workflow and the files of the template. Nothing is installed, and
no existing file is overwritten. With --for, the README explains how to publish the site; in a project that exists, only files of the
host that it lacks are written.`;

export const init: CliCommand<InitFlags, string> = {
  name: 'init',

  declare(command) {
    const template = command.createOption('--template <name>', 'what to start from');
    const host = command.createOption('--for <host>', 'add the settings of the host that will publish it');
    return command
      .description('create a new project')
      .argument('[folder]', 'folder of the project, created if it does not exist', '.')
      .addOption(template.choices(Object.keys(TEMPLATES)).default('minimal'))
      .addOption(host.choices(INIT_HOSTS))
      .addHelpText('after', HELP);
  },

  async run({ template, for: host }, { cwd, stdout }, folder) {
    const [{ initProject }, { PACKAGE_MANAGERS }] = await Promise.all([
      import('../init/init.ts'),
      import('../init/package-manager.ts'),
    ]);
    const packageManager = readPackageManager(process.env['npm_config_user_agent']);
    const absolute = path.resolve(cwd, folder);
    const { files, kept, next } = await initProject({ folder: absolute, cwd, template, packageManager, host });
    const { install, run } = PACKAGE_MANAGERS[packageManager];
    const enter = absolute === cwd ? '' : `cd ${quoteForShell(path.relative(cwd, absolute))} && `;
    if (kept !== undefined) {
      const list = (one: string, names: readonly string[]) => names.map((name) => `${one} ${name}\n`).join('');
      stdout.write(`${list('Wrote', files)}${list('Kept, because it exists:', kept)}${asParagraphs(next)}`);
      return 0;
    }
    stdout.write(
      `Created ${files.length} files in ${printableName(absolute)}. Next:\n\n  ${enter}${install}\n  ${run} dev\n` +
        asParagraphs(next),
    );
    return 0;
  },
};

const asParagraphs = (texts: readonly string[]) => texts.map((text) => `\n${text.replaceAll('**', '"')}\n`).join('');

/** On Windows, for cmd and PowerShell: no name there contains a quotation mark. */
export function quoteForShell(folder: string, platform = process.platform): string {
  if (platform === 'win32') return /^[\w.\\/:-]+$/.test(folder) ? folder : `"${folder}"`;
  return /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`;
}
