/** Builds are killed at many moments, spread over everything a build does. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { type Tree, readTree } from '../helpers/out-folder.ts';
import { makeProject, type Project } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';
import { type From, type Moment, type Times, killBuild, timeBuild } from './kill-build.ts';
import { type Phase, faultsOf, isSame, keepReading, leftovers, phaseOf, withoutFormer } from './look-at-out.ts';
import { VERSIONS, writeVersion } from './two-ways-site.ts';

const KILLS = inject('kills');

/** Projects in which builds are killed at the same time: while one waits, the other computes. */
const LANES = 2;

/** Different in each run. Repeat one with `FAULTS_SEED=0.25`. */
const SEED = Number(process.env['FAULTS_SEED'] ?? Math.random());

const PHASES: readonly Phase[] = ['before', 'while', 'after'];

const MOST_ATTEMPTS = 400;

const FROM: readonly From[] = ['its start', 'staging', 'publishing'];

test(`a build killed at any of ${KILLS} moments is completed by the next one`, async () => {
  const sites = await buildVersions();

  const lanes = await Promise.all(Array.from({ length: LANES }, (_, lane) => killOften(sites, lane)));

  const { kills, problems, reads } = sum(lanes);
  const count = (phase: Phase) => kills.filter((kill) => kill === phase).length;
  process.stdout.write(
    `${kills.length} builds were killed (seed ${SEED}): ${count('before')} before, ${count('while')} while and ` +
      `${count('after')} after they published; ${reads} pages were read meanwhile.\n`,
  );
  expect(problems, `FAULTS_SEED=${SEED}`).toEqual([]);
  expect(kills.length).toBeGreaterThanOrEqual(KILLS);
  expect(new Set(kills)).toEqual(new Set(PHASES));
});

interface Lane {
  /** For each kill, how far the build had got. */
  readonly kills: readonly Phase[];
  readonly problems: readonly string[];
  readonly reads: number;
}

/** The output of a clean build of each version. */
async function buildVersions(): Promise<readonly Tree[]> {
  const sites: Tree[] = [];
  for (const version of VERSIONS) {
    const project = await makeProject();
    await writeVersion(project, version);
    sites.push(await buildWell(project));
  }
  return sites;
}

async function buildWell(project: Project): Promise<Tree> {
  const { code, stderr } = await sitegenProcess(project.root, 'build');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return (await readTree(path.join(project.root, 'out'))) ?? {};
}

async function killOften(sites: readonly Tree[], lane: number): Promise<Lane> {
  const project = await makeProject();
  const { root } = project;
  const out = path.join(root, 'out');
  const times = await measure(project);
  const reader = keepReading(out, sites);
  const kills: Phase[] = [];
  const problems: string[] = [];
  let version = VERSIONS.length;
  // Publishing takes a few of a hundred moments: a lane continues until it has hit each phase once.
  const isDone = () => kills.length >= KILLS / LANES && PHASES.every((phase) => kills.includes(phase));
  for (let attempt = lane; !isDone() && attempt < MOST_ATTEMPTS; attempt += LANES) {
    const { moment, isRepeated } = planKill(attempt, times);
    if (!isRepeated) {
      version += 1;
      await writeVersion(project, at(VERSIONS, version));
    }
    const [before, after] = [at(sites, version - 1), at(sites, version)];
    const wasKilled = await killBuild(root, moment);
    const remains = {
      found: withoutFormer(await readTree(out), { ...before, ...after }, sites),
      beside: await readdir(root),
    };
    const faults = faultsOf(remains, before, after);
    if (wasKilled) kills.push(phaseOf(remains, before, after, sites));
    if (!planKill(attempt + LANES, times).isRepeated) faults.push(...(await mend(project, after, sites)));
    const what = `build, killed ${moment.after} ms from ${moment.from}`;
    problems.push(...faults.map((fault) => `${attempt}: ${fault} (${what})`));
  }
  const { reads, torn } = await reader.stop();
  return { kills, reads, problems: [...problems, ...torn.map((file) => `a reader saw half of ${file}`)] };
}

/** How long a build of the last version takes after the one before. */
async function measure(project: Project): Promise<Times> {
  await writeVersion(project, at(VERSIONS, -1));
  await buildWell(project);
  await writeVersion(project, at(VERSIONS, 0));
  return timeBuild(project.root);
}

/** The same numbers for the same seed. Moments are spread evenly, however many there are. */
function planKill(attempt: number, times: Times) {
  const from = at(FROM, attempt);
  const part = (SEED + attempt * 0.618034) % 1; // the golden ratio
  const moment: Moment = { from, after: Math.floor(0.9 * part * times[from]) };
  // Some kills hit builds that repair an earlier kill.
  return { moment, isRepeated: attempt > 6 && attempt % 7 < 5 };
}

/** Builds once more, as the user would. @returns everything that is wrong then */
async function mend({ root }: Project, site: Tree, sites: readonly Tree[]): Promise<string[]> {
  const { code, stderr } = await sitegenProcess(root, 'build', '--workers', '1');
  const found = await readTree(path.join(root, 'out'));
  const left = await leftovers(root);
  return [
    ...(code === 0 && stderr === '' ? [] : [`the next build ended with ${code}: ${stderr}`]),
    ...(isSame(withoutFormer(found, site, sites), site) ? [] : ['the next build did not make the site']),
    ...left.map((name) => `${name} was left behind`),
  ];
}

function at<Item>(items: readonly Item[], index: number): Item {
  return items.at(index % items.length) as Item;
}

function sum(lanes: readonly Lane[]): Lane {
  return {
    kills: lanes.flatMap(({ kills }) => kills),
    problems: lanes.flatMap(({ problems }) => problems),
    reads: lanes.reduce((reads, lane) => reads + lane.reads, 0),
  };
}
