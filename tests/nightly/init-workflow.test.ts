/** The workflow that `init --for github` writes: its commands, in a clone, and the site as GitHub Pages would serve it. */
import { appendFile, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { run, sitegen } from '../helpers/run.ts';
import { startServe } from '../helpers/serve.ts';

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const NEW_PAGE = `export const meta = { title: 'New', description: 'A new page.' };
export default () => (
  <main id="_content">
    <h1>New</h1>
  </main>
);
`;

test('the commands for GitHub Pages build a site for the path of its project', { timeout: 600_000 }, async () => {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-workflow-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [project, clone] = [path.join(folder, 'my-docs'), path.join(folder, 'clone')];
  await sitegen(folder, 'init', 'my-docs', '--template', 'docs', '--for', 'github');
  await succeed(['npm', 'install', '--package-lock-only'], project);
  const identity = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com'];
  for (const args of [
    ['init', '--quiet'],
    ['add', '.'],
    [...identity, 'commit', '--quiet', '-m', 'Start'],
  ])
    await succeed(['git', ...args], project);
  await succeed(['git', 'clone', '--quiet', project, clone], folder);

  const workflow = parse(await readFile(path.join(clone, '.github/workflows/site.yml'), 'utf8')) as {
    readonly jobs: { readonly site: { readonly steps: readonly Step[] } };
  };
  const commands = workflow.jobs.site.steps.filter((step) => step.run !== undefined);
  // As the action configure-pages would set it.
  const base = '/my-docs';
  const printed: string[] = [];
  for (const { run: command = '', env = {} } of commands.slice(0, -1)) {
    const filled = Object.entries(env).map(([name, value]) => [name, value.replace(/\$\{\{.*\}\}/, base)]);
    printed.push(await succeed(['bash', '-e', '-c', command], clone, Object.fromEntries(filled)));
  }
  expect(commands).toHaveLength(4);
  // Before the upload: nothing is published with placeholders.
  const release = ['bash', '-e', '-c', commands.at(-1)?.run ?? ''];
  const refused = await run(release, clone);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('templates/site.ts:') });
  const settings = path.join(clone, 'templates/site.ts');
  const open = await readFile(settings, 'utf8');
  await writeFile(
    settings,
    open.replace(/placeholder\(\s*'[^']*',\s*('[^']*'),?\s*\)/g, '$1').replace(/^import .*/m, ''),
  );
  await succeed(release, clone);
  // All commits are there, so the dates of changes are known.
  expect(printed.join('')).not.toContain('updated-unknown');
  expect(await readFile(path.join(clone, 'out/.nojekyll'), 'utf8')).toBe('');

  // A page that no build has seen: `check` finds it for the types, too.
  await writeFile(path.join(clone, 'templates/pages/new.tsx'), NEW_PAGE);
  await appendFile(path.join(clone, 'templates/pages/404.tsx'), `\nexport const link = href('/new');\n`);
  await succeed(['npm', 'run', 'check'], clone);

  const served = await startServe(clone, '--no-watch', '--as', 'github', '--base', `${base}/`);
  onTestFinished(async () => void (await served.stop()));
  const answers = ['', 'getting-started', 'nope/'].map((address) => fetch(new URL(address, served.url)));
  const [home, redirected, missing] = await Promise.all(answers);
  expect([home?.status, redirected?.url, missing?.status]).toEqual([200, `${served.url}getting-started/`, 404]);
  expect(await home?.text()).toContain(`href="${base}/getting-started/"`);
});

/** @returns everything that the command printed */
async function succeed(command: readonly string[], cwd: string, env = {}): Promise<string> {
  const { code, stdout, stderr } = await run(command, cwd, { npm_config_prefer_offline: 'true', ...env });
  expect({ command, code, stderr: code === 0 ? '' : stdout + stderr }).toEqual({ command, code: 0, stderr: '' });
  return stdout + stderr;
}
