/** A disk that fails at one call: `out/` is the whole old or the whole new site, and the next build repairs the rest. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { SITEGEN, run, sitegenProcess } from '../helpers/run.ts';

const CALLS = ['rename', 'unlink', 'rmdir', 'mkdir', 'fsync'];

/** If few pages change and many stay, the site is changed in place; if most of it changes, it is swapped. */
const CHANGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'in place': { 'templates/pages/first.tsx': page('First', 'new'), 'templates/pages/more.tsx': page('More', '') },
  'by a swap': { 'templates/site.css': '@import "tailwindcss"; p { color: red }', 'public/logo.svg': '<svg>new</svg>' },
};

const PAGES = Object.fromEntries(
  ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => [`templates/pages/${name}.tsx`, page(name, 'old')]),
);

const isTraceable = (() => {
  try {
    execFileSync('strace', ['-o', '/dev/null', 'true']);
    return true;
  } catch {
    return false; // not installed, or not allowed here
  }
})();

type Site = Readonly<Record<string, string>>;

async function readSite(project: Project): Promise<Site> {
  const names = (await project.list('out')).filter((name) => name !== '.sitegen');
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await project.read(`out/${name}`)])));
}

/**
 * strace counts the calls of each thread. In the main thread alone, which publishes, every call is reached; with all
 * threads, an earlier call of another thread may end the build.
 * | @returns true if the call was made, and so failed
 */
async function buildWithError(
  project: Project,
  threads: readonly string[],
  call: string,
  when: number,
): Promise<boolean> {
  const log = path.join(project.root, 'strace.log');
  const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:error=EIO:when=${when}`];
  await run(
    ['strace', ...threads, '-o', log, ...inject, process.execPath, SITEGEN, 'build', '--workers', '1'],
    project.root,
  );
  return readFileSync(log, 'utf8').includes('INJECTED');
}

/** The project before the change, with the change applied. */
function restore(from: Project, to: Project): void {
  for (const folder of ['out', '.sitegen', 'templates', 'public']) {
    rmSync(path.join(to.root, folder), { recursive: true, force: true });
    cpSync(path.join(from.root, folder), path.join(to.root, folder), { recursive: true, preserveTimestamps: true });
  }
}

describe.runIf(isTraceable).each(Object.keys(CHANGES))('a build that publishes %s', (how) => {
  test.each([
    ...CALLS.map((call) => [call, 'the main thread', []] as const),
    // Workers do not rename or delete anything.
    ['mkdir', 'each thread', ['-f']] as const,
  ])('and gets EIO from one %s call of %s leaves a whole site', { timeout: 600_000 }, async (call, _which, threads) => {
    const files = { ...PAGES, 'public/logo.svg': '<svg/>', 'templates/pages/gone.tsx': page('Gone', '') };
    const [original, project] = [await makeProject(files), await makeProject(files)];
    expect(await sitegenProcess(original.root, 'build')).toMatchObject({ code: 0 });
    const before = await readSite(original);
    const change = async () => {
      restore(original, project);
      await project.write(CHANGES[how] ?? {});
      await project.remove('templates/pages/gone.tsx');
    };
    await change();
    expect(await sitegenProcess(project.root, 'build')).toMatchObject({ code: 0 });
    const after = await readSite(project);

    for (let when = 1; ; when += 1) {
      await change();
      const wasMade = await buildWithError(project, threads, call, when);
      const found = await readSite(project);
      const isWhole = [before, after].some((whole) => isDeepStrictEqual(whole, found));
      const torn = Object.keys({ ...before, ...after }).filter(
        (file) => found[file] !== before[file] && found[file] !== after[file],
      );
      expect({ torn, isAllowed: isWhole || how === 'in place' }, `${call} ${when}`).toEqual({
        torn: [],
        isAllowed: true,
      });

      expect(await sitegenProcess(project.root, 'build'), `${call} ${when}`).toMatchObject({ code: 0 });
      expect(await readSite(project), `${call} ${when}`).toEqual(after);
      if (!wasMade) break;
    }
  });
});
