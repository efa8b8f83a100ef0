/** Asks other sites whether they still have what pages link to. */
import { setTimeout as pause } from 'node:timers/promises';
import { mapConcurrently } from '../core/concurrency.ts';
import sitegen from '../../package.json' with { type: 'json' };
import { causeOf, hasCode } from '../core/errors.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { Route } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import { readJsonIfExists, writeAtomically } from '../core/files.ts';
import { statePaths } from '../core/paths.ts';
import { mergeProblems } from './merge-problems.ts';

export interface CheckExternal {
  /** The project's folder, absolute. */
  readonly root: string;
  /** The site's own origin, if it is known. */
  readonly site: string | undefined;
  readonly pages: readonly PageFacts[];
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, known: number) => void;
}

/** What an address has answered, or why it has not. */
interface Answer {
  readonly status?: number;
  /** To be waited for before it is asked again, in ms. */
  readonly wait?: number;
  readonly failure?: unknown;
}

/** So many hosts are asked at the same time, each for one address after the other. */
const HOSTS = 8;
/** Between two requests to a host, in ms. */
const PAUSE = 100;
/** To wait for an answer, in ms. */
const PATIENCE = 10_000;
/** For so long an address that was there is not asked for again, in ms: a day. */
const KNOWN_FOR = 24 * 3600_000;

/** Other elements name what need not be there for a visitor: `preconnect`, a form's action. */
const CHECKED = /^(a|area|img|script|iframe|source|video|audio|track|object|embed)\[/;

/**
 * Checks every address of another site that pages name. One that is gone is an error; one that does not answer now, or not
 * to programs, is a warning.
 */
export async function checkExternal(options: CheckExternal): Promise<Diagnostic[]> {
  const { root, site, pages, signal, onProgress = () => {} } = options;
  const named = collect(pages, site);
  const known = await readKnown(root);
  const asked = [...named.keys()].filter((address) => known[address] === undefined);
  const answers = new Map<string, Answer>();
  await mapConcurrently([...groupByHost(asked).values()], HOSTS, async (addresses) => {
    for (const address of addresses) {
      answers.set(address, await ask(address, signal));
      onProgress(answers.size, asked.length);
      await pause(PAUSE, undefined, { signal });
    }
  });
  const there = [...answers].filter(([, answer]) => isThere(answer)).map(([address]) => [address, Date.now()] as const);
  const reachable = { ...known, ...Object.fromEntries(there) };
  await writeAtomically(statePaths(root).externalLinks, JSON.stringify(reachable));
  const problems = asked.flatMap((address) => {
    const diagnostic = describe(address, answers.get(address));
    if (diagnostic === undefined) return [];
    const routes = named.get(address) ?? [];
    return routes.map((route) => ({ route, diagnostic: { ...diagnostic, place: { file: route.source } } }));
  });
  return mergeProblems(problems);
}

/** From an address of another site to the pages that name it. */
function collect(pages: readonly PageFacts[], site: string | undefined): Map<string, Route[]> {
  const named = new Map<string, Route[]>();
  for (const { route, references } of pages) {
    for (const { url, from } of references) {
      if (!CHECKED.test(from) || !/^(https?:)?\/\//i.test(url) || !URL.canParse(url, site ?? 'https://localhost'))
        continue;
      const address = new URL(url, site ?? 'https://localhost');
      if (address.origin === site) continue; // looked up without asking anybody
      address.hash = '';
      const routes = named.get(address.href);
      if (routes === undefined) named.set(address.href, [route]);
      else if (!routes.includes(route)) routes.push(route);
    }
  }
  return named;
}

function groupByHost(addresses: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const address of addresses) {
    const { host } = new URL(address);
    groups.set(host, [...(groups.get(host) ?? []), address]);
  }
  return groups;
}

/** Some servers answer to HEAD as if nothing were there, and some only the second time. */
async function ask(address: string, signal: AbortSignal): Promise<Answer> {
  const first = await request(address, 'HEAD', signal);
  if (isThere(first)) return first;
  await pause(first.wait ?? PAUSE, undefined, { signal });
  return request(address, 'GET', signal);
}

async function request(address: string, method: string, signal: AbortSignal): Promise<Answer> {
  try {
    const headers = { 'User-Agent': `sitegen/${sitegen.version} (checks links)`, Accept: '*/*' };
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    const response = await fetch(address, { method, headers, signal: patience });
    await response.body?.cancel();
    const wait = Number(response.headers.get('Retry-After')) * 1000;
    return { status: response.status, ...(wait > 0 && wait <= PATIENCE && { wait }) };
  } catch (error) {
    signal.throwIfAborted();
    return { failure: error };
  }
}

function isThere({ status = 999 }: Answer): boolean {
  return status < 400;
}

function describe(address: string, answer: Answer = {}): Omit<Diagnostic, 'place'> | undefined {
  const { status, failure } = answer;
  if (isThere(answer)) return undefined;
  const reason = status === undefined ? reasonOf(failure) : `it answers with ${status}`;
  if (status === 404 || status === 410 || hasCode(causeOf(failure), 'ENOTFOUND')) {
    const message = `The page names "${address}", which is gone: ${reason}.`;
    return { code: 'external-gone', severity: 'error', message, hint: 'look for where it has moved to' };
  }
  const message = `The page names "${address}", and nobody can say whether it is there: ${reason}.`;
  return { code: 'external-unclear', severity: 'warning', message, hint: 'look at it in a browser' };
}

function reasonOf(failure: unknown): string {
  if (failure instanceof Error && failure.name === 'TimeoutError') return `no answer within ${PATIENCE / 1000} s`;
  const cause = causeOf(failure);
  return cause instanceof Error ? cause.message : String(cause);
}

/** Addresses that were there less than a day ago. */
async function readKnown(root: string): Promise<Readonly<Record<string, number>>> {
  const known = ((await readJsonIfExists(statePaths(root).externalLinks)) ?? {}) as Readonly<Record<string, number>>;
  return Object.fromEntries(Object.entries(known).filter(([, time]) => Date.now() - time < KNOWN_FOR));
}
