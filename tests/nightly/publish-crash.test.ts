/** A process is killed before each call that changes the disk, so every state in between is tested. */
import { cp, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Tree,
  besides,
  compareTrees,
  heal,
  makeFolder,
  makeOut,
  readTree,
  writeTree,
} from '../helpers/out-folder.ts';
import type { ChildJob } from '../helpers/publish-child.ts';
import { type ChildEnd, compileChild } from '../helpers/run-publish.ts';

/** Pages name the files they need. */
const OLD: Tree = {
  'index.html': 'assets/app-1.js assets/site-1.css',
  'about/index.html': 'assets/app-1.js assets/site-1.css',
  'former/index.html': 'assets/former.js assets/site-1.css',
  'assets/app-1.js': 'app 1',
  'assets/former.js': 'former',
  'assets/site-1.css': 'site 1',
  'contact/index.html': 'assets/site-1.css',
  'imprint/index.html': 'assets/site-1.css',
  'legal/index.html': 'assets/site-1.css',
  'terms/index.html': 'assets/site-1.css',
  'logo.svg': 'logo',
  'robots.txt': 'robots',
};

const { 'former/index.html': _page, 'assets/former.js': _script, 'assets/app-1.js': _app, ...STAYING } = OLD;

/** Most of it is kept, so it is changed in place. */
const SIMILAR: Tree = {
  ...STAYING,
  'index.html': 'assets/app-2.js assets/site-1.css',
  'about/index.html': 'assets/app-2.js assets/site-1.css',
  'new/page/index.html': 'assets/app-2.js',
  'assets/app-2.js': 'app 2',
};

/** Little of it is kept, so it is swapped. */
const OTHER: Tree = {
  'index.html': 'assets/app-2.js assets/site-2.css',
  'about/index.html': 'assets/app-2.js assets/site-2.css',
  'terms/index.html': 'assets/site-2.css',
  'assets/app-2.js': 'app 2',
  'assets/site-2.css': 'site 2',
  'logo.svg': 'logo',
  'robots.txt': 'robots',
};

/** Files that sitegen did not write. */
const FOREIGN: Tree = { CNAME: 'by hand', '.git/HEAD': 'ref', 'assets/mine.jpg': 'by hand' };

const PATIENCE = 120_000;

let run: (job: ChildJob) => Promise<ChildEnd>;

beforeAll(async () => {
  run = await compileChild();
});

describe.each([
  ['in place', SIMILAR, {}, 'neither'],
  ['by a swap', OTHER, {}, 'nothing'],
  ['in place, because there are foreign files', OTHER, FOREIGN, 'neither'],
])('publishing %s', (_how, site, foreign, halfWay) => {
  test('a killed publish is either not started or completed by the next run', { timeout: PATIENCE }, async () => {
    const out = await makeOut(OLD);
    await writeTree(out, foreign);

    const deaths = await killEverywhere(out, { site: toPublish(site) });

    expect(deaths.flatMap(({ missing }) => missing)).toEqual([]);
    expect(deaths.map(({ healed }) => nameOf(healed, site, foreign)).join(' ')).toMatch(/^old( old)*( new)+$/);
    expect(new Set(deaths.map(({ found }) => nameOf(found, site, foreign)))).toEqual(new Set(['old', halfWay, 'new']));
    expect(new Set(deaths.flatMap(({ left }) => left))).toEqual(new Set(['out']));
  });
});

test('a killed recovery is completed by the next run', { timeout: PATIENCE }, async () => {
  const out = await makeOut(OLD);
  // The first rename writes the journal, the second the first file.
  await run({ out, site: toPublish(SIMILAR), die: { name: 'renameSync', at: 3 } });

  const deaths = await killEverywhere(out, {});

  expect(deaths.flatMap(({ missing }) => missing)).toEqual([]);
  expect(new Set(deaths.map(({ healed }) => nameOf(healed, SIMILAR)))).toEqual(new Set(['new']));
  expect(new Set(deaths.map(({ found }) => nameOf(found, SIMILAR)))).toEqual(new Set(['neither', 'new']));
  expect(new Set(deaths.flatMap(({ left }) => left))).toEqual(new Set(['out']));
});

test('a change that fails halfway is completed by the next build of the same process', async () => {
  const out = await makeOut(OLD);

  await run({ out, site: toPublish(SIMILAR), fail: { name: 'renameSync', code: 'EIO', at: 3 } });

  expect(await readTree(out)).toEqual(SIMILAR);
  expect(await besides(out)).toEqual(['out']);
});

test.each(['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'])('copies files if there are no hard links (%s)', async (code) => {
  const out = await makeOut(OLD);
  const robots = path.join(out, 'robots.txt');
  await utimes(robots, 1_500_000_000, 1_500_000_000.125);
  const { ino } = await stat(robots);

  await run({ out, site: toPublish(OTHER), fail: { name: 'linkSync', code } });

  expect(await readTree(out)).toEqual(OTHER);
  expect(await stat(robots)).toMatchObject({ mtimeMs: 1_500_000_000_125 });
  expect((await stat(robots)).ino).not.toBe(ino);
});

/** The state after a process was killed, and after recovery. */
interface Death {
  readonly found: Tree | undefined;
  /** Files that pages name, but that did not exist. */
  readonly missing: readonly string[];
  readonly healed: Tree | undefined;
  /** The folder of `out` after recovery. */
  readonly left: readonly string[];
}

/** Repeats a run from the same state, and kills it before each of its calls in turn. */
async function killEverywhere(begin: string, job: Omit<ChildJob, 'out'>): Promise<Death[]> {
  const copies = await makeFolder();
  const copy = async (name: string) => {
    await cp(path.dirname(begin), path.join(copies, name), { recursive: true });
    return path.join(copies, name, 'out');
  };
  const { calls } = await run({ ...job, out: await copy('alive') });
  const die = async (at: number): Promise<Death> => {
    const out = await copy(String(at));
    expect(await run({ ...job, out, die: { at } })).toMatchObject({ wasKilled: true });
    const found = await readTree(out);
    await heal(out);
    return { found, missing: missingIn(found ?? {}), healed: await readTree(out), left: await besides(out) };
  };
  const numbers = Array.from({ length: calls }, (_, index) => index + 1);
  const deaths: Death[] = [];
  while (numbers.length > 0) deaths.push(...(await Promise.all(numbers.splice(0, 4).map(die))));
  return deaths;
}

function missingIn(site: Tree): string[] {
  const pages = Object.entries(site).filter(([file]) => file.endsWith('.html'));
  return pages.flatMap(([file, text]) =>
    text.split(' ').flatMap((asset) => (asset in site ? [] : `${asset} for ${file}`)),
  );
}

function nameOf(tree: Tree | undefined, site: Tree, foreign: Tree = {}): 'nothing' | 'old' | 'new' | 'neither' {
  const isSame = (other: Tree) =>
    JSON.stringify(sorted(tree ?? {})) === JSON.stringify(sorted({ ...other, ...foreign }));
  if (tree === undefined) return 'nothing';
  return isSame(OLD) ? 'old' : isSame(site) ? 'new' : 'neither';
}

const sorted = (tree: Tree) => Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1));

function toPublish(site: Tree): NonNullable<ChildJob['site']> {
  const publication = compareTrees(OLD, site);
  return { publication, files: Object.fromEntries(publication.changed.map((name) => [name, site[name] ?? ''])) };
}
