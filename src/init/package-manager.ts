/** How to use the package manager that started `init`. */
import { ADD, type PackageManager } from '../shared/package-manager.ts';

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
}

export const PACKAGE_MANAGERS: Readonly<Record<PackageManager, Usage>> = {
  npm: {
    ...ADD.npm,
    install: 'npm install',
    run: 'npm run',
    sitegen: 'npm run sitegen --',
    installLocked: 'npm ci',
  },
  pnpm: {
    ...ADD.pnpm,
    install: 'pnpm install',
    run: 'pnpm',
    sitegen: 'pnpm sitegen',
    installLocked: 'pnpm install --frozen-lockfile',
  },
  yarn: {
    ...ADD.yarn,
    install: 'yarn install',
    run: 'yarn',
    sitegen: 'yarn sitegen',
    installLocked: 'yarn install --immutable',
  },
  bun: {
    ...ADD.bun,
    install: 'bun install',
    run: 'bun run',
    sitegen: 'bun run sitegen',
    installLocked: 'bun install --frozen-lockfile',
  },
};
