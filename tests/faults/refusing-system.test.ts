/** The system does not let files grow, or they belong to somebody else. */
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTree } from '../helpers/out-folder.ts';
import { makeProject } from '../helpers/project.ts';
import { SITEGEN, sitegenProcess } from '../helpers/run.ts';
import { LONG, faultsIn, leftIn, longSite } from './long-site.ts';
import { run } from './run-command.ts';

/** A user who owns nothing. */
const NOBODY = 65534;

const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];

/** Why nobody can be asked, for the name of a test that is left out. */
const NOBODY_THERE = whyNot();

/** Of 512 bytes each, as `ulimit` counts. */
const BLOCKS = [0, 2, 8, 32, 128, Math.floor(LONG / 512)];

/** Pages are not written as files are copied, so they have to fail for themselves. */
const longPage = (word: 'old' | 'new') => ({ ...longSite(word), 'public/long.txt': undefined });

test.skipIf(process.platform === 'win32').each(BLOCKS)(
  'files may have no more than %d blocks (not on Windows, which knows no such limit)',
  async (blocks) => {
    const project = await makeProject(longPage('old'));
    const out = path.join(project.root, 'out');
    await sitegenProcess(project.root, 'build');
    const oldSite = await readTree(out);
    await project.write(longPage('new'));

    const limited = `ulimit -f ${blocks} && exec "$@"`;
    const ran = await run('sh', ['-c', limited, 'sh', process.execPath, SITEGEN, 'build'], project.root);

    expect(faultsIn(ran, 'EFBIG')).toEqual([]);
    expect(await readTree(out)).toEqual(oldSite);
    expect(await leftIn(project.root, path.join(project.root, '.sitegen'))).toEqual([]);
    expect((await sitegenProcess(project.root, 'build')).code).toBe(0);
    expect(await project.read('out/long/index.html')).toContain('new'.repeat(LONG / 3));
  },
);

describe.skipIf(NOBODY_THERE !== undefined)(`somebody else (${NOBODY_THERE ?? 'nobody'})`, () => {
  test('has the project', async () => {
    const { root } = await makeProjectForAll();
    const before = await readdir(root);

    const ran = await buildAsNobody(root);

    expect(ran.code).toBe(2);
    expect(faultsIn(ran, 'EACCES')).toEqual([]);
    expect(await readdir(root)).toEqual(before);
  });

  test('has the folder that out/ is in', async () => {
    const { root } = await makeProjectForAll();
    await mkdir(path.join(root, '.sitegen'));
    await chown(path.join(root, '.sitegen'), NOBODY, NOBODY);
    const before = await readdir(root);

    const ran = await buildAsNobody(root);

    expect(ran.code).toBe(2);
    expect(faultsIn(ran, 'EACCES')).toEqual([]);
    expect(await readdir(root)).toEqual(before);
  });

  test('has out/, which is to be changed', async () => {
    const project = await makeProjectForAll();
    const { root } = project;
    const out = path.join(root, 'out');
    await sitegenProcess(root, 'build');
    const oldSite = await readTree(out);
    await project.write(longSite('new'));
    await chown(root, NOBODY, NOBODY);
    await own(path.join(root, '.sitegen'));

    const ran = await buildAsNobody(root);

    expect(ran.code).toBe(2);
    expect(faultsIn(ran, 'EACCES')).toEqual([]);
    expect(await readTree(out)).toEqual(oldSite);
    expect(await leftIn(root, path.join(root, '.sitegen'))).toEqual([]);
    await own(out);
    expect(await buildAsNobody(root)).toMatchObject({ code: 0, stderr: '' });
    expect(await readTree(out)).toMatchObject({ 'long.txt': 'new'.repeat(LONG / 3) });
  });
});

async function makeProjectForAll() {
  const project = await makeProject(longSite('old'));
  await chmod(project.root, 0o755);
  return project;
}

async function buildAsNobody(root: string) {
  return run('setpriv', [...AS_NOBODY, process.execPath, SITEGEN, 'build'], root);
}

/** Gives all of a folder to nobody. */
async function own(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const name of ['', ...names]) await chown(path.join(folder, name), NOBODY, NOBODY);
}

function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'only on Linux';
  if (process.getuid?.() !== 0) return 'only as root';
  try {
    execFileSync('setpriv', [...AS_NOBODY, process.execPath, SITEGEN, '--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'only where nobody can run sitegen';
  }
}
