/** Output printed by pages, `load`, `paths`, islands, the config and Tailwind plugins. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { SITEGEN, sitegen, sitegenProcess } from '../helpers/run.ts';

const PRINTING = `
const print = async (name: string) => {
  for (const part of ['one ', 'two ', 'three']) {
    process.stdout.write(part + ' ' + name + ' ');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  process.stdout.write(Buffer.from('€ done\\n\\nlast'));
};
export const load = async ({ path }: { path: string }) => { await print(path); console.error('error', path); };
export const paths = () => { console.log('listing'); return Array.from({ length: 40 }, (_, n) => ({ params: { n: String(n) } })); };
`;

test('each line is prefixed with its page, and printed whole', async () => {
  const project = await makeProject({
    'templates/pages/[n].tsx': page('Numbers', '', PRINTING).replace(
      /export const meta = [^;]*;/,
      'export const meta = ({ path }: any) => ({ title: path, description: path });',
    ),
    'templates/pages/two.tsx': page('Two', '{(console.log("first\\nsecond"), null)}', `console.info('module');`),
  });
  const { stderr, stdout, code } = await sitegen(project.root, 'build', '--workers', '2');
  expect(code).toBe(0);
  expect(stdout).not.toContain('one');
  const lines = stderr.split('\n').filter((line) => line !== '');
  for (let n = 0; n < 40; n += 1) {
    const own = lines.filter((line) => line.startsWith(`[/${n}/] `)).map((line) => line.slice(`[/${n}/] `.length));
    const name = `/${n}/`;
    const expected = [`one  ${name} two  ${name} three ${name} € done`, '', 'last', `error ${name}`];
    expect(own.toSorted()).toEqual(expected.toSorted());
  }
  const others = lines.filter((line) => !/^\[\/\d+\/\] /.test(line)).toSorted();
  const listings: readonly string[] = others.filter((line) => line === '[templates/pages/[n].tsx] listing');
  expect(listings.length).toBeGreaterThan(0);
  expect(others.filter((line) => !listings.includes(line))).toEqual([
    '[/two/] first',
    '[/two/] module',
    '[/two/] second',
  ]);
});

test.each([['build'], ['check']])('%s --json prints only JSON to stdout', async (command) => {
  const noise = (name: string) =>
    `import { writeSync } from 'node:fs'; import { execSync } from 'node:child_process';
console.log('${name} log'); process.stdout.write('${name} write\\n'); console.table([{ a: 1 }]);
writeSync(1, '${name} descriptor\\n'); execSync('echo ${name} child', { stdio: 'inherit' });`;
  const project = await makeProject({
    'sitegen.config.ts': `${noise('config')} setTimeout(() => console.log('config later')); export default {};`,
    'templates/site.css': '@import "tailwindcss"; @plugin "./plugin.mjs";',
    'templates/plugin.mjs': `${noise('plugin')} export default () => { console.log('plugin runs'); };`,
    'templates/pages/index.tsx': page('Home', '', noise('page')),
  });
  const { stdout, stderr, code } = await sitegenProcess(project.root, command, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  expect(code).toBe(0);
  for (const text of ['config log', 'config write', 'plugin log', 'plugin write', 'plugin runs', '[/] page write'])
    expect(stderr).toContain(text);
  for (const name of ['config', 'plugin', 'page']) {
    expect(stderr).toContain(`${name} descriptor`);
    expect(stderr).toContain(`${name} child`);
  }
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('--json ends by %s with the same exit code as without it', async (signal, expected) => {
  const load = `export const load = () => { console.log('waiting'); return new Promise((resolve) => setTimeout(resolve, 1e6)); };`;
  const project = await makeProject({ 'templates/pages/index.tsx': page('Home', '', load) });
  const child = spawn(process.execPath, [SITEGEN, 'build', '--json'], { cwd: project.root });
  const ended = once(child, 'close');
  await once(child.stderr, 'data');

  child.kill(signal);

  expect((await ended)[0]).toBe(expected);
  expect(await project.list('out')).toEqual([]);
});
