/** The package manager that started a command, and how to use it. */

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

interface Usage {
  readonly install: string;
  /** Runs a script of the project. */
  readonly run: string;
  /** Runs any command of sitegen, by the script of that name; options follow. */
  readonly sitegen: string;
  /** Adds a package. */
  readonly add: string;
  /** Adds a package for development. */
  readonly addDev: string;
  /** Installs exactly the versions in the lock file. */
  readonly installLocked: string;
  /** Steps of a GitHub workflow before the installation. */
  readonly setup: string;
}

const SETUP_NODE = (cache: string) => `
      - uses: actions/setup-node@v6
        with:
          node-version: 24
          cache: ${cache}`;

export const PACKAGE_MANAGERS: Readonly<Record<PackageManager, Usage>> = {
  npm: {
    install: 'npm install',
    run: 'npm run',
    sitegen: 'npm run sitegen --',
    add: 'npm install',
    addDev: 'npm install --save-dev',
    installLocked: 'npm ci',
    setup: SETUP_NODE('npm'),
  },
  pnpm: {
    install: 'pnpm install',
    run: 'pnpm',
    sitegen: 'pnpm sitegen',
    add: 'pnpm add',
    addDev: 'pnpm add --save-dev',
    installLocked: 'pnpm install --frozen-lockfile',
    setup: `
      - uses: pnpm/action-setup@v5
        with:
          version: latest${SETUP_NODE('pnpm')}`,
  },
  yarn: {
    install: 'yarn install',
    run: 'yarn',
    sitegen: 'yarn sitegen',
    add: 'yarn add',
    addDev: 'yarn add --dev',
    installLocked: 'yarn install --immutable',
    // Corepack provides Yarn. The cache of setup-node would need Yarn before this step.
    setup: `
      - uses: actions/setup-node@v6
        with:
          node-version: 24
      - run: npm install --global corepack && corepack enable`,
  },
  bun: {
    install: 'bun install',
    run: 'bun run',
    sitegen: 'bun run sitegen',
    add: 'bun add',
    addDev: 'bun add --dev',
    installLocked: 'bun install --frozen-lockfile',
    // sitegen runs on Node, whichever package manager installed it.
    setup: `
      - uses: actions/setup-node@v6
        with:
          node-version: 24
      - uses: oven-sh/setup-bun@v2`,
  },
};

/** @param userAgent the variable `npm_config_user_agent`, which all of them set: `pnpm/11.2.0 npm/? node/v24.1.0 linux x64` */
export function readPackageManager(userAgent: string | undefined): PackageManager {
  const name = userAgent?.split('/')[0];
  return name === 'pnpm' || name === 'yarn' || name === 'bun' ? name : 'npm';
}
