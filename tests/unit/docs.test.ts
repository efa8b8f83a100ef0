/** The documentation is complete, its links resolve, and its code compiles. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CHECKS } from '../../src/shared/diagnostics.ts';
import { ROOT } from '../helpers/run.ts';

const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  'action/README.md',
  'THREAT_MODEL.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll(path.sep, '/')}`),
];

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const BLOCK = /^```(\w*)\n([^]*?)^```$/gm;

/** A document without code blocks, in which "#" and "[" have other meanings. */
const proseOf = (file: string) => read(file).replace(BLOCK, '');

/** The heading ids that GitHub generates. */
function anchorsOf(file: string): string[] {
  return [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('links between documents resolve', () => {
  const links = DOCUMENTS.flatMap((file) =>
    [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ file, link })),
  ).filter(({ link }) => !/^https?:/.test(link));
  const broken = links.filter(({ file, link }) => {
    const [target = '', anchor] = link.split('#');
    const found = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
    if (!existsSync(path.join(ROOT, found))) return true;
    return anchor !== undefined && !anchorsOf(found).includes(anchor);
  });

  expect(links.length).toBeGreaterThan(50);
  expect(broken.map(({ file, link }) => `${file}: ${link}`)).toEqual([]);
});

test('the changelog starts with this version', () => {
  const { version } = JSON.parse(read('package.json'));

  expect(/^## (\S+?)(?:, not released yet)?$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

test('paths named in documents exist', () => {
  // Code in docs/coming-from belongs to projects in other frameworks.
  const named = DOCUMENTS.filter((file) => !file.includes('coming-from/')).flatMap((file) =>
    [...proseOf(file).matchAll(/`((?:\.ci|bench|bin|docs|src)\/[\w./-]*)`/g)].map(([, name = '']) => ({ file, name })),
  );
  const missing = named.filter(({ name }) => !existsSync(path.join(ROOT, name)));

  expect(named.length).toBeGreaterThan(50);
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

/** The shell commands of a document. */
const commandsOf = (file: string) =>
  [...read(file).matchAll(BLOCK)].flatMap(([, language, code = '']) => (language === 'sh' ? [code] : []));

test('documents never run sitegen in a way that could install a package of the same name from the registry', () => {
  const offering = DOCUMENTS.flatMap((file) =>
    [file].filter(() => /\b(npx|npm exec) sitegen/.test(commandsOf(file).join())),
  );

  expect(offering).toEqual([]);
});

test('the README and the guide create a project with the same commands', () => {
  expect(commandsOf('docs/getting-started.md')[0]).toBe(commandsOf('README.md')[0]);
});

/** The names in `export { a, b } from '…'` and `export type { … }`, and of exported functions. */
const exportsOf = (file: string) =>
  [...read(file).matchAll(/^export (?:type )?(?:\{([^}]*)\}|(?:async )?function (\w+))/gm)].flatMap(
    ([, list = '', name = '']) => `${list},${name}`.match(/\w+/g) ?? [],
  );

const FLAGS = readdirSync(path.join(ROOT, 'src/cli')).flatMap((file) =>
  [...read(`src/cli/${file}`).matchAll(/'(--[a-z-]+)/g)].map(second),
);

test.each([
  ['docs/api.md', 'export', [...exportsOf('src/index.ts'), ...exportsOf('src/testing.ts')]],
  ['docs/api.md', 'option of a build', [...read('src/build/options.ts').matchAll(/readonly (\w+)\?/g)].map(second)],
  ['docs/config.md', 'option', [...read('src/api/user-config.ts').matchAll(/readonly (\w+)\??:/g)].map(second)],
  ['docs/config.md', 'check', CHECKS],
  ['docs/cli.md', 'flag', FLAGS],
  [
    'docs/decisions/README.md',
    'record',
    readdirSync(path.join(ROOT, 'docs/decisions')).filter((name) => /^\d/.test(name)),
  ],
])('%s names every %s', (file, _what, names) => {
  const text = read(file);

  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text))).toEqual([]);
});

function second([, name = '']: RegExpExecArray): string {
  return name;
}

const TSCONFIG = {
  extends: '../../tsconfig.json',
  compilerOptions: { noUnusedLocals: false },
  include: ['**/*.ts', '**/*.tsx'],
  exclude: [],
};

/** Packages used in examples that this project does not depend on. */
const PACKAGES = [
  'beautiful-mermaid',
  'katex',
  '@vscode/markdown-it-katex',
  'markdown-it-deflist',
  'markdown-it-emoji',
  'rehype-citation',
  'rehype-katex',
  'remark-math',
]
  .map((name) => `declare module '${name}';\n`)
  .join('');

test('code in documents compiles', async () => {
  const work = path.join(ROOT, '.sitegen');
  await mkdir(work, { recursive: true });
  // Inside the package, where `sitegen` and its dependencies resolve by name.
  const folder = await mkdtemp(path.join(work, 'docs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let blocks = 0;
  for (const document of DOCUMENTS) {
    for (const [, language = '', code = ''] of read(document).matchAll(BLOCK)) {
      if (!/^tsx?$/.test(language)) continue;
      blocks += 1;
      // The blocks of a document form one project. A block without a path in its first line is a page.
      const name = /^\/\/ ([\w./[\]-]+\.tsx?)/.exec(code)?.[1] ?? `templates/pages/block-${blocks}.${language}`;
      const file = path.join(folder, document.replaceAll('/', '-'), name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, `${code}\nexport {};\n`, { flag: 'wx' });
    }
  }
  await writeFile(path.join(folder, 'packages.d.ts'), PACKAGES);
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));

  const { stdout, status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], {
    cwd: ROOT,
    encoding: 'utf8',
  });

  expect(blocks).toBeGreaterThan(10);
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
