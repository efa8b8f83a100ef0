/** The shell lines of `action/action.yml`, run as GitHub does. The actions that it uses are left out. */
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readAction, type Step } from '../helpers/github-workflow.ts';
import { accessTo, page, type Project } from '../helpers/project.ts';
import { ROOT, run } from '../helpers/run.ts';

const {
  inputs: INPUTS,
  outputs: OUTPUTS,
  runs,
} = readAction(readFileSync(path.join(ROOT, 'action/action.yml'), 'utf8'));

type Values = Readonly<Record<string, string>>;

interface Ended {
  readonly code: number | null;
  /** Everything that the steps printed. */
  readonly log: string;
  /** Of all steps: `project.manager`. */
  readonly of: Values;
  /** Of the action. */
  readonly outputs: Values;
}

let temporary = '';
let repository: Project;

beforeEach(async () => {
  temporary = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-action-')));
  await mkdir(path.join(temporary, 'repository'));
  repository = accessTo(path.join(temporary, 'repository'));
  return () => rm(temporary, { recursive: true });
});

/** @param last the id of the step to stop after */
async function runAction(cwd: string, inputs: Values, last = ''): Promise<Ended> {
  const [script, output] = ['step.sh', 'output'].map((name) => path.join(temporary, name)) as [string, string];
  let of: Values = {};
  const valueOf = (expression: string, values = of) =>
    expression.replace(
      /\$\{\{ (?:inputs\.([\w-]+)|steps\.(\w+)\.outputs\.([\w-]+)) \}\}/g,
      (_all, input, step, name) =>
        input === undefined ? (values[`${step}.${name}`] ?? '') : (inputs[input] ?? INPUTS[input]?.default ?? ''),
    );

  let log = '';
  let ended: Ended = { code: null, log, of, outputs: {} };
  const isWanted = ({ if: condition }: Step) => condition === undefined || inputs['comment'] === 'true';
  for (const step of runs.steps.filter((each) => each.run !== undefined && isWanted(each))) {
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, valueOf(value)]));
    await writeFile(script, step.run ?? '');
    await writeFile(output, '');
    const bin = path.join(temporary, 'bin');
    const files = { GITHUB_OUTPUT: output, RUNNER_TEMP: temporary, PATH: `${bin}:${process.env['PATH']}` };
    const shell = ['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', script];
    const { code, stdout, stderr } = await run(shell, cwd, { ...env, ...files });
    log += stdout + stderr;
    const lines = (await readFile(output, 'utf8')).split('\n').filter((line) => line !== '');
    of = {
      ...of,
      ...Object.fromEntries(lines.map((line) => [`${step.id}.${line.split('=')[0]}`, line.replace(/^[^=]*=/, '')])),
    };
    const outputs = Object.fromEntries(Object.entries(OUTPUTS).map(([name, { value }]) => [name, valueOf(value)]));
    if (code !== 0 || step.id === last) return { code, log, of, outputs };
    ended = { code, log, of, outputs };
  }
  return ended;
}

describe('the lock file that is nearest to the site names the package manager:', () => {
  test.each([
    [['package-lock.json'], '.', 'npm', '.', './package-lock.json'],
    [['yarn.lock', 'site/package.json'], 'site', 'yarn', '.', './yarn.lock'],
    [['package-lock.json', 'apps/a b/bun.lock'], 'apps/a b', 'bun', 'apps/a b', 'apps/a b/bun.lock'],
    [['pnpm-lock.yaml', 'apps/site/package.json'], './apps/site/', 'pnpm', '.', './pnpm-lock.yaml'],
  ])('%j, %s', async (files, site, manager, folder, file) => {
    await repository.write(Object.fromEntries(files.map((name) => [name, '{}'])));

    const { code, of } = await runAction(repository.root, { 'working-directory': site }, 'project');

    expect(code).toBe(0);
    expect(of).toEqual({ 'project.manager': manager, 'project.folder': folder, 'project.file': file });
  });

  test('and without one, the action explains itself', async () => {
    const { code, log } = await runAction(repository.root, { 'working-directory': 'site' }, 'project');

    expect(code).toBe(1);
    expect(log).toMatch(/^::error::No lock file in site or above/);
  });
});

/** Writes down what it is asked. No comment exists yet. */
const GH = `#!/bin/sh
printf '%s\\n' "$*" >>"$RUNNER_TEMP/gh.log"
`;

describe('a site in a folder of a repository', () => {
  let pristine: Project;

  beforeAll(async () => {
    const root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-action-site-')));
    pristine = accessTo(root);
    const { stdout } = await run(
      ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', root, ROOT],
      ROOT,
    );
    const install = ['npm', 'install', '--ignore-scripts', '--prefer-offline', '--package-lock-only'];
    await pristine.write({ 'package.json': '{ "private": true, "type": "module" }' });
    const { code, stderr } = await run([...install, `./${stdout.trim()}`, 'react', 'react-dom'], root);
    if (code !== 0) throw new Error(stderr);
    return () => rm(root, { recursive: true });
  });

  test('is installed, built, built again, and annotated', async () => {
    const site = path.join(repository.root, 'site');
    const packed = (await pristine.list('.')).find((name) => name.endsWith('.tgz')) ?? '';
    await repository.write({
      'site/package.json': await pristine.read('package.json'),
      'site/package-lock.json': await pristine.read('package-lock.json'),
      [`site/${packed}`]: await readFile(path.join(pristine.root, packed)),
      'site/templates/shell.tsx': `export default ({ meta, children }) => <html lang="en">
        <head><title>{meta.title}</title><meta name="description" content={meta.description} /></head><body>{children}</body></html>;`,
      'site/templates/pages/index.tsx': page('Home', '<a href="/about/">About</a>'),
      'site/templates/pages/about.tsx': page('About', ''),
    });
    const inputs = { 'working-directory': 'site', 'build-args': '--base /docs/ --at 2026-01-01' };

    const first = await runAction(repository.root, inputs);
    expect(first.log).toContain('Pages: 2. Problems: 0.');
    expect(first.code).toBe(0);
    expect(first.outputs).toEqual({ out: path.join(site, 'out'), pages: '2', added: '2', changed: '0', removed: '0' });
    expect(await repository.list('site/out')).toContain('about/index.html');

    await repository.write({ 'site/templates/pages/about.tsx': page('About', '<p>Changed.</p>') });
    const second = await runAction(repository.root, inputs);
    expect(second.outputs).toMatchObject({ pages: '2', added: '0', changed: '1', removed: '0' });

    await repository.write({ 'site/templates/pages/about.tsx': page('About', '<a href="/nowhere/">x</a>') });
    const broken = await runAction(repository.root, inputs);
    expect(broken.code).toBe(1);
    expect(broken.log).toContain('::error file=site/templates/pages/about.tsx,');
    expect(await repository.read('site/out/about/index.html')).toContain('Changed.');

    // A pull request: its first parent is the branch that it is for.
    await repository.write({
      'site/templates/pages/about.tsx': page('About', '<p>Merged.</p>'),
      '.gitignore': 'node_modules\nout\n.sitegen\n',
    });
    await accessTo(temporary).write({ 'bin/gh': GH });
    await chmod(path.join(temporary, 'bin/gh'), 0o755);
    const commit = 'git add --all && git -c user.name=A -c user.email=a@example.com commit --quiet --message change';
    const succeed = async (command: string) =>
      expect(await run(['sh', '-ec', command], repository.root)).toMatchObject({ code: 0 });
    await succeed(`git init --quiet && ${commit}`);
    await repository.write({ 'site/templates/pages/about.tsx': page('About', '<p>Proposed.</p>') });
    await succeed(commit);
    const proposed = await runAction(repository.root, { ...inputs, comment: 'true' });
    expect(proposed.code).toBe(0);
    expect(await accessTo(temporary).read('sitegen-diff.md')).toMatch(/Merged[^]*Proposed/);
    expect(await accessTo(temporary).read('gh.log')).toMatch(/^api --paginate .*\napi --silent --method POST /);

    // Arguments are words: the shell neither runs nor expands them.
    const hostile = await runAction(repository.root, { ...inputs, 'build-args': '--at $(touch${IFS}x) *' });
    expect(hostile.code).toBe(2);
    expect(hostile.log).toContain('$(touch${IFS}x)');
    expect(hostile.outputs).toMatchObject({ pages: '' });
    expect(await repository.list('x')).toEqual([]);
  });
});
