/** The package manager that started a command. */

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** The commands that add packages, for pages and for development. */
export const ADD: Readonly<Record<PackageManager, Readonly<Record<'add' | 'addDev', string>>>> = {
  npm: { add: 'npm install', addDev: 'npm install --save-dev' },
  pnpm: { add: 'pnpm add', addDev: 'pnpm add --save-dev' },
  yarn: { add: 'yarn add', addDev: 'yarn add --dev' },
  bun: { add: 'bun add', addDev: 'bun add --dev' },
};

/** @param userAgent the variable `npm_config_user_agent`, which all of them set: `pnpm/11.2.0 npm/? node/v24.1.0 linux x64` */
export function readPackageManager(userAgent: string | undefined): PackageManager {
  const name = userAgent?.split('/')[0];
  return name === 'pnpm' || name === 'yarn' || name === 'bun' ? name : 'npm';
}

/** @returns the command that installs optional peers: `npm install --save-dev markdown-it@15 yaml@2` */
export function installCommand(...packages: readonly string[]): string {
  return [ADD[readPackageManager(process.env['npm_config_user_agent'])].addDev, ...packages].join(' ');
}
