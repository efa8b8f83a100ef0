import { describe, expect, test } from 'vitest';
import { PACKAGE_MANAGERS } from '../../src/init/package-manager.ts';
import { settingsFiles } from '../../src/init/project-files.ts';
import { quoteForShell } from '../../src/cli/init.ts';
import { readPackageManager } from '../../src/shared/package-manager.ts';

const PROJECT = { name: 'my-site', template: 'minimal', host: undefined, tarball: undefined } as const;

const AGENTS = [
  ['npm/11.0.0 node/v20.20.2 linux x64', 'npm', 'npm ci', 'npm run sitegen -- deploy'],
  ['pnpm/11.2.0 npm/? node/v24.1.0 linux x64', 'pnpm', 'pnpm install --frozen-lockfile', 'pnpm sitegen deploy'],
  ['yarn/4.9.0 npm/? node/v24.1.0 linux x64', 'yarn', 'yarn install --immutable', 'yarn sitegen deploy'],
  ['bun/1.3.0 npm/? node/v24.1.0 linux x64', 'bun', 'bun install --frozen-lockfile', 'bun run sitegen deploy'],
  [undefined, 'npm', 'npm ci', 'npm run sitegen -- deploy'],
] as const;

describe.each(AGENTS)('readPackageManager: %s', async (userAgent, name, locked, deploy) => {
  const packageManager = readPackageManager(userAgent);
  const files = await settingsFiles({ ...PROJECT, packageManager, host: 's3' });
  const workflow = files.get('.github/workflows/site.yml') ?? '';
  const readme = files.get('README.md') ?? '';

  test(`settingsFiles writes for ${name}`, () => {
    const { install, run, sitegen } = PACKAGE_MANAGERS[packageManager];

    expect(packageManager).toBe(name);
    expect(workflow).toContain(`- run: ${locked}\n`);
    expect(workflow).toContain(` ${deploy} "s3://`);
    for (const command of [install, `${run} dev`, `${run} check`, `${sitegen} --help`])
      expect(readme).toContain(`\`${command}\``);
    expect(files.has('.yarnrc.yml')).toBe(name === 'yarn');
  });

  // Without an installation, these would fetch a foreign package from the registry.
  test('settingsFiles runs sitegen only through scripts', () => {
    for (const text of files.values())
      expect(text).not.toMatch(/\b(npx|bunx|pnpm (dlx|exec)|bun x|yarn dlx|npm exec)\b/);
    expect(JSON.parse(files.get('package.json') ?? '').scripts.sitegen).toBe('sitegen');
  });
});

test.each([
  [undefined, /^npm:sitegen-react@\^0\.\d+\.\d+$/, false],
  ['sitegen-0.1.0.tgz', /^file:sitegen-0\.1\.0\.tgz$/, true],
])(
  'settingsFiles depends on the registry or on the tarball %s, and explains that',
  async (tarball, dependency, explained) => {
    const files = await settingsFiles({ ...PROJECT, packageManager: 'pnpm', tarball });

    expect(JSON.parse(files.get('package.json') ?? '').dependencies.sitegen).toMatch(dependency);
    expect(files.get('README.md')?.includes('pnpm add sitegen@npm:sitegen-react')).toBe(explained);
  },
);

test.each([
  ['minimal', []],
  ['blog', ['markdown-it', '@mdx-js/mdx', 'remark-directive', 'remark-gfm', 'yaml', 'shiki', 'sharp', 'valibot']],
  [
    'docs',
    'markdown-it @mdx-js/mdx remark-directive remark-gfm yaml shiki valibot minisearch hast-util-from-html hast-util-to-mdast mdast-util-gfm mdast-util-to-markdown'.split(
      ' ',
    ),
  ],
  ['consultancy', ['@resvg/resvg-js']],
] as const)('settingsFiles adds the packages of the template %s', async (template, expected) => {
  const files = await settingsFiles({ ...PROJECT, template, packageManager: 'npm' });

  const common = ['@types/node', '@types/react', '@types/react-dom', 'typescript'];
  const { devDependencies } = JSON.parse(files.get('package.json') ?? '');
  expect(Object.keys(devDependencies)).toEqual([...expected, ...common]);
});

test.each([
  ['my-site', 'linux', 'my-site'],
  ["Anna's site", 'darwin', String.raw`'Anna'\''s site'`],
  [String.raw`..\my-site`, 'win32', String.raw`..\my-site`],
  ['Über uns', 'win32', '"Über uns"'],
] as const)('quotes %s on %s', (folder, platform, quoted) => {
  expect(quoteForShell(folder, platform)).toBe(quoted);
});
