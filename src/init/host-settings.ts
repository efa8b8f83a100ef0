/** What `init --for` adds to a project for the host that will publish it. */
import type { HostName } from '../api/host.ts';
import { siteHeaders } from '../hosts/headers.ts';
import { hostFilesOf } from '../hosts/host-files.ts';
import type { PackageManager } from '../shared/package-manager.ts';
import { PACKAGE_MANAGERS } from './package-manager.ts';

/** In the order of `--help`. */
export const INIT_HOSTS = ['github', 'cloudflare', 'cloudflare-workers', 'netlify', 'vercel', 's3'] as const;

export type InitHost = (typeof INIT_HOSTS)[number] & HostName;

interface Project {
  /** The name of the package: `my-site`. */
  readonly name: string;
  readonly packageManager: PackageManager;
}

interface HostSettings {
  /** Paths from the project's folder, and texts. */
  readonly files: Readonly<Record<string, string>>;
  /** How to publish the site: a sentence in Markdown. */
  readonly next: string;
  /** More about it, for the README. */
  readonly more: string;
  /** The path that the host serves the site under, if it is not `/`. */
  readonly base?: string;
}

/** The major version of Node that hosts build with. */
const NODE = '24';

export function hostSettings(host: InitHost, { name, packageManager }: Project): HostSettings {
  const { run, sitegen } = PACKAGE_MANAGERS[packageManager];
  const build = `\`${run} build\``;
  const placeholders = `Fill in the placeholders first, since the host publishes what it builds: \`${sitegen} check --release\` lists them.`;
  const shallow = `${placeholders}\n\nIf a build there warns of \`updated-unknown\`, the command is \`git fetch --unshallow && ${run} build\`.`;
  const settings: Readonly<Record<InitHost, HostSettings>> = {
    github: {
      files: {},
      next: 'To publish the site on GitHub Pages, commit the project to a branch `main` (`git init -b main`), push it to GitHub, choose **Settings → Pages → Source: GitHub Actions** in its repository, and run the workflow again.',
      more: `Each push to \`main\` then publishes the site, at \`https://your-name.github.io/${name}/\` if the repository is \`${name}\`.
The address of the site, in \`templates/site.ts\` or the config, is then \`https://your-name.github.io\`, without that folder. At a domain of your own, and in a repository \`your-name.github.io\`, there is no folder: preview the site without \`--base\`.

Nothing is published while a placeholder is left: \`${sitegen} check --release\` lists them.`,
      base: `/${name}/`,
    },
    cloudflare: {
      files: { '.node-version': `${NODE}\n` },
      next: `To publish the site on Cloudflare Pages, push the project to GitHub or GitLab, and import it in the Cloudflare dashboard for **Pages**, with the build command ${build} and the output directory \`out\`.`,
      more: shallow,
    },
    'cloudflare-workers': {
      files: { '.node-version': `${NODE}\n`, 'wrangler.jsonc': wranglerSettings(name) },
      next: `To publish the site on Cloudflare Workers, push the project to GitHub or GitLab, and import it in the Cloudflare dashboard as a **Worker**, with the name in \`wrangler.jsonc\` and the build command ${build}.`,
      more: shallow,
    },
    netlify: {
      files: { 'netlify.toml': netlifySettings(`${run} build`) },
      next: 'To publish the site on Netlify, push the project to a repository, and import it there: Netlify reads `netlify.toml`.',
      more: placeholders,
    },
    vercel: {
      files: { 'vercel.json': vercelSettings() },
      next: 'To publish the site on Vercel, push the project to a repository, and import it there: Vercel reads `vercel.json`.',
      more: `A build writes that file to \`.sitegen/hosts/\`, with the headers and redirects of the config and the policy of the pages. Copy it to
this folder and commit it when they change.

${placeholders}`,
    },
    s3: {
      files: {},
      next: 'To publish the site on Amazon S3, commit the project to a branch `main` (`git init -b main`), push it to GitHub, and set the variables `SITE_BUCKET`, `AWS_ROLE` and `AWS_REGION` of its repository.',
      more: `The recipe for GitHub Actions and S3 explains them: \`node_modules/sitegen/docs/recipes.md\`

Nothing is published while a placeholder is left: \`${sitegen} check --release\` lists them.`,
    },
  };
  return settings[host];
}

/** https://developers.cloudflare.com/workers/wrangler/configuration/#assets. Names have letters, digits, `-` and `_`. */
function wranglerSettings(name: string): string {
  return `{
  "name": "${name.replace(/[^\w-]+/g, '-')}",
  "compatibility_date": "2026-01-01",
  // A site of files, without code.
  "assets": { "directory": "./out", "not_found_handling": "404-page" }
}
`;
}

/** https://docs.netlify.com/build/configure-builds/file-based-configuration/ */
function netlifySettings(build: string): string {
  return `[build]
  command = "${build}"
  publish = "out"

# Netlify keeps installed packages for the next build. It can also keep what sitegen computed, with a plugin for caches and the folder
# .sitegen/memo.
[build.environment]
  NODE_VERSION = "${NODE}"
`;
}

/** As a build writes it for a site without pages. */
function vercelSettings(): string {
  const site = { base: '/', out: 'out', redirects: [], gone: [], errorFolders: [], elsewhere: [], trailingSlash: true };
  const [{ text } = { text: '' }] = hostFilesOf('vercel', { ...site, headers: siteHeaders({}, new Set()) });
  return text;
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
