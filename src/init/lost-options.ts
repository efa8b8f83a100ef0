/** Options of `init` that npm took for its own, because they came without a `--` before them. */
import { INIT_HOSTS, type InitHost } from './host-settings.ts';
import { TEMPLATES, type TemplateName } from './templates.ts';

/** npm sets a variable for each option. Of `--for=github` it is `github`; of `--for github` it is `true`, and `github` an argument. */
export interface NpmOptions {
  readonly npm_config_template?: string | undefined;
  readonly npm_config_for?: string | undefined;
}

interface Intended {
  readonly folder: string;
  readonly template: TemplateName | undefined;
  readonly host: InitHost | undefined;
}

export function hasLostOptions({ npm_config_template: template, npm_config_for: host }: NpmOptions): boolean {
  return template !== undefined || host !== undefined;
}

/** @param args of `init`: the folder, and values of options in any order */
export function findLostOptions(args: readonly string[], options: NpmOptions): Intended {
  const ofTemplate = split(args, options.npm_config_template, Object.keys(TEMPLATES) as TemplateName[]);
  const ofHost = split(ofTemplate.rest, options.npm_config_for, INIT_HOSTS);
  return { folder: ofHost.rest[0] ?? '.', template: ofTemplate.value, host: ofHost.value };
}

/** The last argument that fits is the value: the folder can have the same name. */
function split<Name extends string>(args: readonly string[], given: string | undefined, names: readonly Name[]) {
  const known = (text: string | undefined) => names.find((name) => name === text);
  if (given !== 'true') return { value: known(given), rest: args };
  const index = args.findLastIndex((argument) => known(argument) !== undefined);
  return { value: known(args[index]), rest: args.filter((_, position) => position !== index) };
}
