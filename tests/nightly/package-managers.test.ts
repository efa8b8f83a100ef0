/** From an empty folder to a served site: by our README, and by the README of a new project with each package manager. */
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { ROOT, run } from '../helpers/run.ts';
import { startServeCommand } from '../helpers/serve.ts';

const PROGRAMS = path.join(ROOT, 'tests/nightly/package-managers/node_modules');

/**
 * The command to start each, and to let a first install write a lock file even if `CI` is set.
 * Each is identified by `npm_config_user_agent`, as when it runs `init` itself.
 */
const MANAGERS: readonly (readonly [
  name: string,
  command: readonly string[],
  first: readonly string[],
  template: string,
])[] = [
  ['npm', ['npm'], [], 'consultancy'],
  ['pnpm', [path.join(PROGRAMS, '@pnpm/exe.linux-x64/pnpm')], ['--no-frozen-lockfile'], 'site'],
  ['yarn', [process.execPath, path.join(PROGRAMS, '@yarnpkg/cli-dist/bin/yarn.js')], ['--no-immutable'], 'minimal'],
  ['bun', [path.join(PROGRAMS, '@oven/bun-linux-x64/bin/bun')], [], 'minimal'],
];

const browser = useBrowser();

let folder = '';

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-managers-')));
  await succeed(['npm', 'ci', '--ignore-scripts', '--prefix', path.dirname(PROGRAMS)], ROOT);
  return () => rm(folder, { recursive: true });
});

test('the commands under "Start" in README.md, in a fresh checkout, lead to a page that follows its file', async () => {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  const [, start = ''] = /^## Start\n[^]*?^```sh\n([^]*?)\n```$/m.exec(readme) ?? [];
  const commands = start.split('\n');
  const checkout = path.join(folder, 'sitegen');
  const project = path.join(folder, 'my-site');
  for (const made of [checkout, project]) await rm(made, { recursive: true, force: true }); // from a first attempt
  await copySources(checkout);

  await succeed(['sh', '-ec', commands.slice(0, -1).join('\n')], checkout, { npm_config_prefer_offline: 'true' });
  const installed = JSON.parse(await readFile(path.join(project, 'node_modules/sitegen/package.json'), 'utf8'));
  expect(installed).not.toHaveProperty('scripts'); // npm would warn about them
  expect(commands.at(-1)).toMatch(/^npm run dev\b/);
  const dev = ['sh', '-c', 'BROWSER=true npm run dev -- --port 0']; // instead of this machine's browser
  const server = await startServeCommand(dev, project, { detached: true });
  try {
    const page = await browser().newPage();
    await page.goto(server.url);
    expect(await page.textContent('h1')).toBe('Hello.');

    const file = path.join(project, 'templates/pages/index.tsx');
    await writeFile(file, (await readFile(file, 'utf8')).replace('Hello.', 'Edited.'));
    await page.getByText('Edited.').waitFor();
    await page.close();
  } finally {
    await server.stop();
  }
}, 300_000);

describe.each(MANAGERS)('%s', (name, command, first, template) => {
  test("the commands in a new project's README install, build, check and serve it", async () => {
    const project = await initProject(name, template);
    const readme = await readFile(path.join(project, 'README.md'), 'utf8');
    const commands = [...readme.matchAll(/^\| `\S+ (.+?)` \|/gm)].map(([, words = '']) => words.split(' '));
    const isServing = (words: readonly string[]) => ['dev', 'preview'].includes(words.at(-1) ?? '');

    expect(commands).toHaveLength(7);
    expect(commands[0]).toEqual(['install']);
    // New projects have placeholders, which `check --release` reports as errors.
    for (const words of commands.filter((one) => !isServing(one) && !one.includes('--release')))
      await succeed([...command, ...words, ...(words[0] === 'install' ? first : [])], project);

    const server = await startServeCommand(
      [path.join(project, 'node_modules/.bin/sitegen'), 'serve', '--port', '0'],
      project,
    );
    try {
      const response = await fetch(server.url);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('</html>');
    } finally {
      await server.stop();
    }
  });
});

/** All files that git would add. */
async function copySources(to: string): Promise<void> {
  const list = await succeed(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], ROOT);
  for (const file of list.split('\0').slice(0, -1)) await cp(path.join(ROOT, file), path.join(to, file));
}

async function initProject(name: string, template: string): Promise<string> {
  const project = path.join(folder, name);
  await rm(project, { recursive: true, force: true }); // from a first attempt
  const create = [process.execPath, path.join(ROOT, 'bin/create.js'), name, '--template', template];
  await succeed(create, folder, { npm_config_user_agent: `${name}/1.0.0` });
  // Yarn looks for a project in the folders above, and for a lock file in its own project.
  if (name === 'yarn') await writeFile(path.join(project, 'yarn.lock'), '');
  return project;
}

async function succeed(command: readonly string[], cwd: string, env = {}): Promise<string> {
  const { code, stdout, stderr } = await run(command, cwd, env);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${stderr}${stdout}`);
  return stdout;
}
