/** Workflows, the action and the settings of the repository on GitHub. None of them can run here. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  actionProblems,
  readAction,
  readWorkflow,
  stepsOf,
  workflowProblems,
  type Step,
} from '../helpers/github-workflow.ts';
import { INIT_HOSTS } from '../../src/init/choices.ts';
import { settingsFiles } from '../../src/init/project-files.ts';
import { ROOT } from '../helpers/run.ts';

import sitegen from '../../package.json' with { type: 'json' };

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const WORKFLOWS = readdirSync(path.join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`);
const ACTION = 'action/action.yml';

const workflows = WORKFLOWS.map((file) => ({ file, ...readWorkflow(read(file)) }));
const jobs = workflows.flatMap((workflow) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({
    ...job,
    name: `${path.basename(workflow.file, '.yml')}/${name}`,
  })),
);
const steps: readonly Step[] = [...workflows.flatMap(stepsOf), ...readAction(read(ACTION)).runs.steps];

test.each(WORKFLOWS)('GitHub accepts %s', async (file) => {
  expect(await workflowProblems(read(file), file)).toEqual([]);
});

test.each([undefined, ...INIT_HOSTS])('GitHub accepts the workflow of a project for %s', async (host) => {
  for (const packageManager of ['npm', 'pnpm', 'yarn', 'bun'] as const) {
    const files = await settingsFiles({
      name: 'my-site',
      template: 'minimal',
      packageManager,
      host,
      tarball: undefined,
    });
    expect(await workflowProblems(files.get('.github/workflows/site.yml') ?? '')).toEqual([]);
  }
});

test('GitHub accepts the workflows in documents', async () => {
  const texts = ['docs/life-of-a-site.md', 'docs/recipes.md'].map(read);
  const blocks = texts.flatMap((text) =>
    [...text.matchAll(/^```ya?ml\n([^]*?)^```$/gm)].map(([, block = '']) => block),
  );
  const whole = blocks.filter((block) => /^jobs:/m.test(block));
  expect(whole.length).toBeGreaterThan(1);
  // What the text around it names is left out.
  const complete = whole.map((block) =>
    ['on', 'permissions'].reduce(
      (text, key) =>
        new RegExp(`^${key}:`, 'm').test(text)
          ? text
          : `${key}: ${key === 'on' ? 'push' : '{ contents: read }'}\n${text}`,
      block,
    ),
  );
  for (const block of complete) expect(await workflowProblems(block)).toEqual([]);
});

test('GitHub accepts the action', () => {
  expect(actionProblems(read(ACTION), ACTION)).toEqual([]);
});

/** `%` is replaced. */
const VALID = `on: push
permissions: { contents: read }
jobs:
  one:
    runs-on: ubuntu-latest
    steps:
      - run: echo "%"
`;

describe('problems are found:', () => {
  test.each([
    ['an unknown key', VALID.replace('run:', 'rum:'), /Unexpected value 'rum'/],
    ['a wrong expression', VALID.replace('%', '${{ github.sha'), /./],
    ['no permissions', VALID.replace(/^permissions.*\n/m, ''), /no list of permissions/],
    ['secrets for strangers', VALID.replace('push', '[push, pull_request_target]'), /pull_request_target/],
    ['a title in a shell', VALID.replace('%', '${{ github.event.pull_request.title }}'), /by `env`/],
  ])('%s', async (_what, text, problem) => {
    expect(await workflowProblems(VALID.replace('%', '${{ vars.BUCKET }}'))).toEqual([]);
    expect((await workflowProblems(text)).join('\n')).toMatch(problem);
  });
});

test('actions are pinned by hash, each by one', () => {
  const lines = [...WORKFLOWS, ACTION].flatMap((file) => read(file).match(/^.*\buses: [^.].*$/gm) ?? []);
  const pins = lines.map((line) => /uses: ([\w-]+\/[\w-]+)[\w/-]*@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/.exec(line));

  expect(lines.filter((_line, index) => pins[index] === null)).toEqual([]);
  expect(pins).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
  const names = new Set(pins.map((pin) => pin?.[1]));
  expect(new Set(pins.map((pin) => `${pin?.[1]}@${pin?.[2]}`)).size, 'one version of each').toBe(names.size);
});

test('workflows may read, and jobs write only what they must', () => {
  expect(workflows.filter(({ permissions }) => JSON.stringify(permissions) !== '{"contents":"read"}')).toEqual([]);
  const writing = jobs.flatMap(({ name, permissions = {} }) =>
    Object.entries(permissions).flatMap(([scope, access]) => (access === 'write' ? [`${name}: ${scope}`] : [])),
  );
  expect(writing.toSorted()).toEqual([
    'codeql/analyze: security-events',
    'docs/deploy: id-token',
    'docs/deploy: pages',
    'release/github: contents',
    'release/publish: id-token',
  ]);
  // Code of packages never runs where something can be written.
  const installing = jobs.filter(({ steps: own = [] }) =>
    own.some(({ run = '' }) => /npm (ci|test|run)|\.ci\/(?!publish )/.test(run)),
  );
  expect(installing.length).toBeGreaterThan(3);
  expect(installing.filter(({ permissions }) => permissions !== undefined)).toEqual([]);
});

test('jobs end, and leave no token in the checkout', () => {
  const endless = jobs.filter(({ uses, 'timeout-minutes': minutes = 361 }) => uses === undefined && minutes > 360);
  expect(endless.map(({ name }) => name)).toEqual([]);
  expect(workflows.filter(({ concurrency }) => concurrency === undefined).map(({ file }) => file)).toEqual([]);
  const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
  expect(checkouts.length).toBeGreaterThan(3);
  expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
});

test('scripts and files that workflows run exist', () => {
  const shell = workflows
    .flatMap(stepsOf)
    .map(({ run = '' }) => run)
    .join('\n');
  const scripts = [...shell.matchAll(/\bnpm (?:run ([\w:-]+)|(test)\b)/g)].map(
    ([, name, short]) => name ?? short ?? '',
  );
  const files = [...shell.matchAll(/(?:^|\s)((?:\.ci|bin|examples|bench)\/[\w./-]+)/gm)].map(([, file = '']) => file);
  const called = jobs.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));

  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((name) => !Object.hasOwn(sitegen.scripts, name))).toEqual([]);
  expect(files.length).toBeGreaterThan(3);
  expect([...files, ...called].filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

test('a release packs both packages', () => {
  const name = sitegen.config.publishedName;
  const { run } = stepsOf(readWorkflow(read('.github/workflows/release.yml'))).find((step) => step.name === 'Pack')!;
  for (const packed of [name, `create-${name}`]) expect(run).toContain(`"$RUNNER_TEMP/release/${packed}"`);
});

test('dependabot looks into every folder with a lock file', () => {
  const settings = parse(read('.github/dependabot.yml')) as {
    readonly updates: readonly { readonly 'package-ecosystem': string; readonly directories: readonly string[] }[];
  };
  const folders = (ecosystem: string) =>
    settings.updates.find((update) => update['package-ecosystem'] === ecosystem)?.directories;
  const { stdout } = spawnSync('git', ['ls-files', '*package-lock.json'], { cwd: ROOT, encoding: 'utf8' });
  const locked = stdout.trim().split('\n');

  expect(folders('npm')).toEqual(locked.map((file) => path.posix.join('/', path.posix.dirname(file))).toSorted());
  expect(folders('github-actions')).toEqual(['/', '/action']);
});
