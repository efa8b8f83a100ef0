/** The files of a new project that are not part of its site. */
import type { PackageManager } from '../shared/package-manager.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { hostSettings, type InitHost } from './host-settings.ts';
import { PACKAGE_MANAGERS } from './package-manager.ts';
import { TEMPLATES, type TemplateName } from './templates.ts';
import { formatWorkflow } from './workflow.ts';

import sitegen from '../../package.json' with { type: 'json' };

/** Paths from the project's folder, and texts. */
export type Files = ReadonlyMap<string, string>;

interface Project {
  /** The name of the package: `my-site`. */
  readonly name: string;
  readonly template: TemplateName;
  readonly packageManager: PackageManager;
  /** The host that will publish the site, if it is known. */
  readonly host: InitHost | undefined;
  /** The file in the project that sitegen is installed from; nothing if the registry has this version. */
  readonly tarball: string | undefined;
}

export function settingsFiles(project: Project): Files {
  const { packageManager, host } = project;
  return new Map([
    ['package.json', toJson(packageJson(project))],
    ['tsconfig.json', toJson(TSCONFIG)],
    ['.gitignore', 'node_modules/\nout/\n.sitegen/\n.env\n.env.local\n.env.*.local\n'],
    ['README.md', readme(project)],
    // For every project: others may use pnpm later, which stops when a package wants to run an install script.
    ['pnpm-workspace.yaml', PNPM_SETTINGS],
    ...(packageManager === 'yarn' ? ([['.yarnrc.yml', 'nodeLinker: node-modules\n']] as const) : []),
    ['.github/workflows/site.yml', formatWorkflow(packageManager, host)],
    ...(host === undefined ? [] : Object.entries(hostSettings(host, project).files)),
  ]);
}

const PNPM_SETTINGS = `# Only pnpm reads this file: it asks before a package runs a script. esbuild works without.
allowBuilds:
  esbuild: false
`;

function packageJson({ name, template, host, tarball }: Project) {
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

/** Each build writes `routes.d.ts`, which knows the pages. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    // Resolve imports as bundlers do, even without a file extension.
    module: 'preserve',
    jsx: 'react-jsx',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
  },
  include: ['.sitegen/routes.d.ts', 'templates', 'sitegen.config.ts'],
};

function readme(project: Project): string {
  const { name, template, packageManager, host, tarball } = project;
  const { install, run, sitegen: runSitegen, add } = PACKAGE_MANAGERS[packageManager];
  const base = host && hostSettings(host, project).base;
  const preview = base === undefined ? `${run} preview` : `${runSitegen.replace('sitegen', 'preview')} --base ${base}`;
  const scripts = packageManager === 'npm' ? '; no install script that npm lists is needed' : '';
  return `# ${name}

| command | |
|---|---|
| \`${install}\` | installs the packages${scripts} |
| \`${run} dev\` | opens the site in the browser, and shows changes when a file is saved |
| \`${run} build\` | builds the site into \`out/\` |
| \`${run} check\` | reports problems of the site, and type errors |
| \`${runSitegen} check --release\` | also reports the placeholders to fill in before the site goes live |
| \`${preview}\` | builds the site without drafts, and serves \`out/\` as ${host === undefined ? 'it will be deployed' : `${HOSTS[host].title} will`} |
| \`${runSitegen} --help\` | lists the other commands: \`${runSitegen} info /about/\` describes a page |

${TEMPLATES[template].start}

Page files are in \`templates/pages\`, the document around them in \`templates/shell.tsx\`, interactive components in
\`templates/islands\`, styles in \`templates/site.css\`. Files in \`public/\` are copied.

The documentation is in \`node_modules/sitegen/docs\`; start with \`getting-started.md\`.
${publishing(project)}${tarball === undefined ? '' : tarballNote(tarball, add)}`;
}

function publishing(project: Project): string {
  if (project.host === undefined) return '';
  const { next, more } = hostSettings(project.host, project);
  return `
## Publishing

${next}
${more === '' ? '' : `\n${more}\n`}`;
}

function tarballNote(tarball: string, add: string): string {
  return `
\`${tarball}\` is sitegen, because the registry does not have this version. Commit the file. Once sitegen is published,
\`${add} sitegen@npm:${sitegen.config.publishedName}\` replaces it.
`;
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
