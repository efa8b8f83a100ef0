/** The files of a new project: those of its template, and the settings around them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOSTS } from '../hosts/hosts.ts';
import { isRegularFile, listFiles } from '../shared/files.ts';
import type { PackageManager } from '../shared/package-manager.ts';
import { TEMPLATES, type InitHost, type TemplateName } from './choices.ts';
import { PACKAGE_MANAGERS } from './package-manager.ts';

import sitegen from '../../package.json' with { type: 'json' };

/** The running sitegen: compiled modules are in its `dist`. */
export const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

/** Compiling copies it to `dist`. */
const FILES = fileURLToPath(new URL('./files', import.meta.url));

export const CONFIG = 'sitegen.config.ts';

export interface NewProject {
  /** The name of the package: `my-site`. */
  readonly name: string;
  readonly template: TemplateName;
  readonly packageManager: PackageManager;
  /** The host that will publish the site, if it is known. */
  readonly host: InitHost | undefined;
  /** The file in the project that sitegen is installed from; nothing if the registry has this version. */
  readonly tarball: string | undefined;
  /** The folder of the built site, from the project. */
  readonly out?: string | undefined;
}

/** @returns from paths in the project to absolute paths of files to copy */
export function templateFiles(template: TemplateName): Map<string, string> {
  const root = path.join(PACKAGE, TEMPLATES[template].folder);
  const inFolders = ['templates', 'public', 'content'].flatMap((folder) =>
    listFiles(path.join(root, folder), isRegularFile).map((file) => `${folder}/${file}`),
  );
  return new Map([CONFIG, ...inFolders].map((file) => [file, path.join(root, file)]));
}

/** The files of a host, of those below. */
export function hostFiles(host: InitHost): string[] {
  return listFiles(path.join(FILES, `hosts/${host}`));
}

/** @returns from paths in the project to texts */
export async function settingsFiles(project: NewProject): Promise<Map<string, string>> {
  const { packageManager, host, tarball } = project;
  // Corepack provides Yarn, too late for the cache of setup-node. With Bun, sitegen runs on Node as well.
  const setup = await readFile(path.join(FILES, `setup/${packageManager}.yml`), 'utf8');
  const values = placeholderValues(project, setup.trim());
  const read = async (file: string) => {
    const text = await readFile(path.join(FILES, file), 'utf8');
    return text.replace(/__([a-z]+)__/gi, (placeholder, key: string) => values[key] ?? placeholder);
  };

  const files = new Map([['package.json', `${JSON.stringify(packageJson(project), undefined, 2)}\n`]]);
  const ofYarn = packageManager === 'yarn' ? ['yarn'] : [];
  const ofHost = host === undefined ? [] : [`hosts/${host}`];
  for (const folder of ['project', ...ofYarn, ...ofHost]) {
    for (const file of listFiles(path.join(FILES, folder))) {
      // npm would read a `.gitignore` in the package itself.
      files.set(file === '_gitignore' ? '.gitignore' : file, await read(`${folder}/${file}`));
    }
  }
  const sections = [host, tarball && 'tarball'].filter((section) => section !== undefined);
  const texts = await Promise.all(sections.map((section) => read(`readme/${section}.md`)));
  return files.set('README.md', [files.get('README.md'), ...texts].join('\n'));
}

/** For `__name__` in the files to copy, and so on. */
function placeholderValues(project: NewProject, setup: string): Readonly<Record<string, string>> {
  const { name, template, packageManager, host, tarball = '', out = 'out' } = project;
  const usage = PACKAGE_MANAGERS[packageManager];
  const { run, sitegen: runSitegen } = usage;
  return {
    ...usage,
    name,
    // Cloudflare allows letters, digits, `-` and `_`.
    worker: name.replace(/[^\w-]+/g, '-'),
    setup,
    scripts: packageManager === 'npm' ? '; no install script that npm lists is needed' : '',
    // GitHub serves the site of a project under its name.
    preview: host === 'github' ? `${runSitegen.replace('sitegen', 'preview')} --base /${name}/` : `${run} preview`,
    served: host === undefined ? 'it will be deployed' : `${HOSTS[host].title} will`,
    start: TEMPLATES[template].start,
    tarball,
    out,
    publishedName: sitegen.config.publishedName,
  };
}

function packageJson({ name, template, host, tarball }: NewProject) {
  const { react, 'react-dom': reactDom } = sitegen.peerDependencies;
  const versions = { ...sitegen.devDependencies, ...sitegen.peerDependencies };
  const { typescript, '@types/node': node, '@types/react': types, '@types/react-dom': dom } = sitegen.devDependencies;
  return {
    name,
    private: true,
    type: 'module',
    scripts: {
      dev: 'sitegen serve --open',
      build: 'sitegen build',
      // In this order, so that `tsc` finds the `routes.d.ts` of the pages as they are now.
      check: 'sitegen check && tsc',
      preview: `sitegen serve --no-watch${host === undefined ? '' : ` --as ${host}`}`,
      // For all other commands. Before an installation, `npx sitegen` would fetch another package of that name.
      sitegen: 'sitegen',
    },
    dependencies: {
      react,
      'react-dom': reactDom,
      sitegen: tarball === undefined ? `npm:${sitegen.config.publishedName}@^${sitegen.version}` : `file:${tarball}`,
    },
    devDependencies: {
      ...Object.fromEntries(TEMPLATES[template].packages.map((peer) => [peer, versions[peer]])),
      '@types/node': node,
      '@types/react': types,
      '@types/react-dom': dom,
      typescript,
    },
    engines: sitegen.engines,
  };
}

/**
 * The config of a template, with the host.
 *
 * @param text in which the call of `defineConfig` starts a line, and `hosts` has one, if it is there
 */
export function addHost(text: string, host: InitHost): string {
  const others = text.replace(/^ {2}hosts: .*\r?\n/m, '');
  return others.replace(/^export default defineConfig\(\{(\r?\n)/m, `$&  hosts: ['${host}'],$1`);
}
