/** The disk is full, or read-only, at each of many points: existing files stay, and the message gives the reason. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTree } from '../helpers/out-folder.ts';
import { makeProject } from '../helpers/project.ts';
import { SITEGEN, run, sitegenProcess } from '../helpers/run.ts';
import { type Limit, NO_DISKS, mountDisk } from './disk.ts';
import { faultsIn, leftIn, longSite } from './long-site.ts';

/** Where the disk is. `out` is next to its staging folder. */
type Where = 'site' | '.sitegen';

test.skipIf(NO_DISKS !== undefined).each([
  ['a folder of the same disk', 'mount --bind "$0" "$0"'],
  ['another disk', 'mount -t tmpfs tmpfs "$0"'],
])(`build names an out/ where %s is mounted (${NO_DISKS ?? 'as root'})`, async (_what, mount) => {
  const project = await makeProject();
  const out = path.join(project.root, 'out');
  await mkdir(out);

  const command = [process.execPath, SITEGEN, 'build'];
  const ran = await run(['unshare', '--mount', 'sh', '-c', `${mount} && exec "$@"`, out, ...command], project.root);

  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(`Cannot write to ${out}: a disk, volume or folder is mounted there.\nTry: `);
  expect(await project.list('out')).toEqual([]);
  expect((await sitegenProcess(project.root, 'build')).code).toBe(0);
});

describe.skipIf(NO_DISKS !== undefined)(`a disk (${NO_DISKS ?? 'in memory'})`, () => {
  test.each<[what: string, where: Where, unit: 'kilobytes' | 'files', step: number]>([
    ['is full where out/ is', 'site', 'kilobytes', 20],
    ['is full where .sitegen is', '.sitegen', 'kilobytes', 12],
    ['has no room for a file more where out/ is', 'site', 'files', 2],
    ['has no room for a file more where .sitegen is', '.sitegen', 'files', 4],
  ])('that %s', async (_what, where, unit, step) => {
    const { disk, root, out, build, newSite, oldSite } = await makeSiteOnDisk(where);
    const problems: string[] = [];
    let failures = 0;
    for (let room = 0; ; room += step) {
      disk.limit({ [unit]: room } as Exclude<Limit, string>);
      const ran = await build();
      disk.limit('all');
      if (ran.code === 0) break;
      failures += 1;
      const left = await leftIn(disk.see(path.dirname(out)), disk.see(path.join(root, '.sitegen')));
      const faults = [...faultsIn(ran, 'ENOSPC'), ...left.map((name) => `${name} was left behind`)];
      if (JSON.stringify(await readTree(disk.see(out))) !== JSON.stringify(oldSite)) faults.push('out is another');
      problems.push(...faults.map((fault) => `with ${room} ${unit}: ${fault}`));
    }

    expect(problems).toEqual([]);
    expect(failures).toBeGreaterThan(4);
    expect(await readTree(disk.see(out))).toMatchObject(newSite); // and assets that earlier pages refer to
    expect((await build()).code).toBe(0);
    expect(await readTree(disk.see(out))).toMatchObject(newSite); // and assets that earlier pages refer to
  });

  test.each<Where>(['site', '.sitegen'])('that is read-only at %s', async (where) => {
    const { disk, root, out, build, newSite, oldSite } = await makeSiteOnDisk(where);

    disk.limit('nothing');
    const ran = await build();
    disk.limit('all');

    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('EROFS');
    expect(faultsIn(ran, 'EROFS')).toEqual([]);
    expect(await readTree(disk.see(out))).toEqual(oldSite);
    expect(await leftIn(disk.see(path.dirname(out)), disk.see(path.join(root, '.sitegen')))).toEqual([]);
    expect((await build()).code).toBe(0);
    expect(await readTree(disk.see(out))).toMatchObject(newSite); // and assets that earlier pages refer to
  });
});

/** A built site whose sources have changed since. */
async function makeSiteOnDisk(where: Where) {
  const { root, write } = await makeProject(longSite('old'));
  const place = path.join(root, where);
  const out = path.join(root, 'site/out');
  await mkdir(place);
  const disk = await mountDisk(place);
  const build = async (...args: string[]) => disk.sitegen(root, 'build', '--out', out, ...args);
  expect(await build()).toMatchObject({ code: 0, stderr: '' });
  const oldSite = await readTree(disk.see(out));
  await write(longSite('new'));
  return { disk, root, out, build, oldSite, newSite: await buildElsewhere() };
}

async function buildElsewhere() {
  const { root } = await makeProject(longSite('new'));
  expect((await sitegenProcess(root, 'build')).code).toBe(0);
  return (await readTree(path.join(root, 'out'))) ?? {};
}
